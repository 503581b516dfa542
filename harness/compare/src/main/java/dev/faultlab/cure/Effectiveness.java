package dev.faultlab.cure;

import dev.faultlab.cure.CureResults.Proof;
import dev.faultlab.seen.State;
import java.util.Collection;
import java.util.List;

/** What a run shows about a cure. */
public enum Effectiveness {
  /** No trial of it showed the fault. */
  CURES("cures"),
  /** Every trial of it showed the fault. */
  DOES_NOT_HELP("does not help"),
  /** The fault is gone at some of the tested points, and present at others. */
  IN_PART("helps in part"),
  /** Some trials were inconclusive, or the fault was absent without it too. */
  CANNOT_TELL("inconclusive"),
  /** No result contains it. */
  NOT_SHOWN("not shown here yet");

  private final String words;

  Effectiveness(String words) {
    this.words = words;
  }

  /** For people. */
  public String words() {
    return words;
  }

  static Effectiveness of(Collection<Proof> proofs) {
    if (proofs.isEmpty()) {
      return NOT_SHOWN;
    }
    if (!proofs.stream().allMatch(Effectiveness::isConclusive)) {
      return CANNOT_TELL;
    }
    List<State> kinds = proofs.stream().map(proof -> proof.with().state()).distinct().toList();
    if (kinds.size() > 1) {
      return IN_PART;
    }
    return kinds.get(0) == State.ABSENT ? CURES : DOES_NOT_HELP;
  }

  /** An absence tells something about the cure if the fault is there without it. */
  private static boolean isConclusive(Proof proof) {
    return switch (proof.with().state()) {
      case PRESENT -> true;
      case ABSENT -> proof.without().map(o -> o.state() == State.PRESENT).orElse(true);
      case NOT_EXERCISED, UNKNOWN -> false;
    };
  }
}
