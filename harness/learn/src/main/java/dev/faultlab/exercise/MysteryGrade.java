package dev.faultlab.exercise;

import dev.faultlab.fact.Fact;
import dev.faultlab.fact.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The grade of an answer.
 *
 * @param cause whether the cause is the right one
 * @param evidence whether the cited place holds a fact that proves it
 * @param explanation the fact, or the error in the citation
 */
public record MysteryGrade(boolean cause, boolean evidence, String explanation) {

  /** Whether both are right. */
  public boolean right() {
    return cause && evidence;
  }

  /**
   * Grades an answer.
   *
   * @param observed observations of the case's signature so far
   * @param cause key of the named cause
   * @param cited the reference as typed
   */
  public static MysteryGrade of(
      Mystery mystery, List<Observation> observed, String cause, String cited) {
    Optional<Citation> place = Citation.parse(cited);
    List<Fact<?>> held = new ArrayList<>();
    observed.stream()
        .flatMap(observation -> observation.facts().stream())
        .filter(fact -> place.filter(p -> p.matches(fact)).isPresent())
        .forEach(held::add);
    Optional<Fact<?>> proof =
        held.stream().filter(fact -> mystery.proof().contains(fact.id())).findFirst();
    String explanation =
        place.isEmpty()
            ? "cite a file and a place: dns.pcap frame 17, stats.json /calls/finished"
            : held.isEmpty()
                ? "no fact of the trials is at " + cited.strip()
                : proof.map(Fact::toString).orElse(held.get(0) + " is true, but does not prove it");
    return new MysteryGrade(cause.equals(mystery.cause()), proof.isPresent(), explanation);
  }
}
