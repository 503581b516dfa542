package dev.faultlab.challenge;

import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plan that tells whether files are a cure: the fault as the lab declares it, the same trial
 * with the files, and the trials of the guards with them. It is the lab's own plan with other
 * variants, so that a run carries it out like any other.
 */
public final class Exam {
  /** Files that were put into a lab. */
  public record Attempt(Challenge challenge, Fitting fitting) {}

  private final Lab lab;
  private final List<Attempt> attempts;

  /**
   * @param attempts at challenges of that lab; what needs equal containers shares them
   */
  public Exam(Lab lab, List<Attempt> attempts) {
    this.lab = lab;
    this.attempts = List.copyOf(attempts);
  }

  /** Everything that has to be carried out, one trial each. */
  public Plan plan() {
    List<Variant> variants = new ArrayList<>();
    for (Attempt attempt : attempts) {
      if (faultId(attempt.challenge()).equals(ownFaultId(attempt.challenge()))) {
        variants.add(fault(attempt.challenge()));
      }
      variants.addAll(variants(attempt));
    }
    return planOf(variants);
  }

  /** The challenge's own trial with the files and nothing else, for a look around. */
  public static Plan alone(Lab lab, Attempt attempt) {
    return new Exam(lab, List.of(attempt)).planOf(List.of(yours(lab, attempt)));
  }

  private Plan planOf(List<Variant> variants) {
    return new Planner(Derived.lab(lab, variants))
        .plan(
            new Choices(
                Map.of(Lab.TRIALS, "1"), variants.stream().map(Variant::id).toList(), true));
  }

  private List<Variant> variants(Attempt attempt) {
    Challenge challenge = attempt.challenge();
    List<Variant> variants = new ArrayList<>();
    variants.add(yours(lab, attempt));
    challenge
        .guards()
        .forEach(
            (id, guard) ->
                guard
                    .variant()
                    .ifPresent(
                        variant ->
                            variants.add(guard(attempt, id, guard, Derived.find(lab, variant)))));
    return variants;
  }

  private Variant fault(Challenge challenge) {
    Variant fault = Derived.find(lab, challenge.variant());
    return Derived.variant(
        lab,
        fault,
        challenge.at(),
        ownFaultId(challenge),
        "as the lab has it",
        List.of(fault.with(), challenge.with()),
        List.of(fault.stack()),
        Map.of(challenge.signature(), expected(Presence.PRESENT)));
  }

  private static Variant yours(Lab lab, Attempt attempt) {
    Challenge challenge = attempt.challenge();
    Variant fault = Derived.find(lab, challenge.variant());
    Map<String, Expected> expect = new LinkedHashMap<>();
    expect.put(challenge.signature(), expected(Presence.ABSENT));
    challenge.guards().values().stream()
        .filter(guard -> guard.variant().isEmpty())
        .forEach(guard -> expect.putAll(expectedOf(guard)));
    return Derived.variant(
        lab,
        fault,
        challenge.at(),
        yoursId(challenge),
        "with your files",
        List.of(fault.with(), challenge.with(), attempt.fitting().with()),
        List.of(fault.stack(), challenge.stack(), attempt.fitting().stack()),
        expect);
  }

  private Variant guard(Attempt attempt, String id, Guard guard, Variant variant) {
    Challenge challenge = attempt.challenge();
    return Derived.variant(
        lab,
        variant,
        challenge.at(),
        guardId(challenge, id),
        "with your files: " + variant.title(),
        List.of(variant.with(), guard.with(), attempt.fitting().with()),
        List.of(variant.stack(), challenge.stack(), attempt.fitting().stack()),
        expectedOf(guard));
  }

  /** Ids of the variants that an exam has for a challenge. */
  List<String> points(Challenge challenge) {
    List<String> ids = new ArrayList<>(List.of(faultId(challenge), yoursId(challenge)));
    challenge.guards().keySet().forEach(guard -> ids.add(guardId(challenge, guard)));
    return ids;
  }

  /** One trial of the fault does for all challenges that begin with the same. */
  String faultId(Challenge challenge) {
    return attempts.stream()
        .map(Attempt::challenge)
        .filter(
            c ->
                c.variant().equals(challenge.variant())
                    && c.signature().equals(challenge.signature())
                    && c.at().equals(challenge.at())
                    && c.with().equals(challenge.with()))
        .findFirst()
        .map(Exam::ownFaultId)
        .orElseThrow();
  }

  private static String ownFaultId(Challenge challenge) {
    return challenge.id() + "-as-found";
  }

  static String yoursId(Challenge challenge) {
    return challenge.id() + "-yours";
  }

  static String guardId(Challenge challenge, String guard) {
    return challenge.id() + "-" + guard;
  }

  private static Map<String, Expected> expectedOf(Guard guard) {
    return guard.check() instanceof Guard.Absent absent
        ? Map.of(absent.signature(), expected(Presence.ABSENT))
        : Map.of();
  }

  private static Expected expected(Presence presence) {
    return Expected.always(new Expectation(presence, Optional.empty()));
  }
}
