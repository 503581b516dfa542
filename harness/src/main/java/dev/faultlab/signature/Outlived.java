package dev.faultlab.signature;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.JsonFacts;
import java.util.List;
import java.util.Map;

/**
 * Something goes on after its end: a look-up after its caller's context, an address after its
 * record's time to live, an entry after its expiry, an answer into a question that came after it.
 *
 * <p>The program counts what came to its end, and how much of that went on. An end is an event
 * (cancelled, run out, expired, asked), so that a slow machine makes neither count wrong.
 *
 * <p>Inputs: {@code ended} and {@code kept} (addresses of the two counters).
 */
public final class Outlived implements Signature {
  /** With fewer, what was not seen may just not have happened yet. */
  static final long ENDED = 8;

  /** One in so many: what goes on less often than that is not how the program works. */
  static final long SOME = 4;

  private final String id;
  private final String title;
  private final String ended;
  private final String kept;

  private Outlived(String id, String title, String ended, String kept) {
    this.id = id;
    this.title = title;
    this.ended = ended;
    this.kept = kept;
  }

  /** The caller's context does not reach the look-up. */
  public static Outlived context() {
    return new Outlived(
        "deaf-to-context",
        "a caller waits for the look-up although its context is over",
        "callers whose context ended during the look-up",
        "came back only when an answer was due");
  }

  /** The record's time to live is not what decides. */
  public static Outlived record() {
    return new Outlived(
        "outdated-address",
        "requests reach an address whose record has run out",
        "requests after the moved record's time to live",
        "reached the old address");
  }

  /** Nothing takes out what has expired. */
  public static Outlived entry() {
    return new Outlived(
        "never-evicts",
        "expired entries stay in the cache",
        "entries that expired",
        "are still held");
  }

  /** An answer that was under way, or kept, when the question came. */
  public static Outlived question() {
    return new Outlived(
        "older-than-question",
        "callers are given answers of look-ups that began before they asked",
        "answers given",
        "were begun before the question");
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Observation observe(TrialEvidence evidence, Map<String, String> inputs) {
    JsonFacts json = new JsonFacts(evidence);
    return decide(json.count(ended, inputs.get("ended")), json.count(kept, inputs.get("kept")));
  }

  /** The predicate itself. */
  Observation decide(Fact<Long> over, Fact<Long> goOn) {
    List<Fact<?>> facts = List.of(over, goOn);
    String counts = String.format("of %d %s %d %s", over.value(), ended, goOn.value(), kept);
    if (over.value() < ENDED) {
      return Observation.unknown("too-few", counts + "; at least " + ENDED + " are needed", facts);
    }
    if (goOn.value() == 0) {
      return new Observation(State.ABSENT, "ended", counts, facts);
    }
    if (goOn.value() * SOME < over.value()) {
      return Observation.unknown("few", counts + "; neither none nor a good part", facts);
    }
    return new Observation(State.PRESENT, "outlived", counts, facts);
  }
}
