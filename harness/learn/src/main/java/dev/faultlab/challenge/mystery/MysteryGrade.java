package dev.faultlab.challenge.mystery;

import dev.faultlab.fact.Fact;
import dev.faultlab.signature.Observation;
import java.util.List;
import java.util.Optional;

/**
 * What an answer is worth.
 *
 * @param cause whether the cause is the right one
 * @param evidence whether what was cited is a fact of a trial that proves it
 * @param said what the fact says, or what is wrong with the citation
 */
public record MysteryGrade(boolean cause, boolean evidence, String said) {

  /** Whether there is nothing left to find. */
  public boolean right() {
    return cause && evidence;
  }

  /**
   * Grades an answer.
   *
   * @param observed what the case's signature says of each trial so far
   * @param cause key of the cause that was named
   * @param cited evidence as it was typed
   */
  public static MysteryGrade of(
      Mystery mystery, List<Observation> observed, String cause, String cited) {
    boolean named = cause.equals(mystery.cause());
    Optional<Citation> place = Citation.parse(cited);
    if (place.isEmpty()) {
      return new MysteryGrade(
          named, false, "cite a file and a place: dns.pcap frame 17, stats.json /calls/finished");
    }
    List<? extends Fact<?>> there =
        observed.stream()
            .flatMap(observation -> observation.facts().stream())
            .filter(fact -> place.get().is(fact))
            .toList();
    if (there.isEmpty()) {
      return new MysteryGrade(named, false, "no fact of the trials stands at " + cited.strip());
    }
    return there.stream()
        .filter(fact -> mystery.proof().contains(fact.id()))
        .findFirst()
        .map(fact -> new MysteryGrade(named, true, fact.toString()))
        .orElseGet(
            () -> new MysteryGrade(named, false, there.get(0) + " is true, and does not prove it"));
  }
}
