package dev.faultlab.signature;

import dev.faultlab.fact.Fact;
import dev.faultlab.fact.Observation;
import dev.faultlab.seen.State;
import java.util.List;
import java.util.Optional;

/** A decision as a list of cases; the first that applies is the answer. */
final class DecisionList {
  private final List<Fact<?>> facts;
  private Optional<Observation> answer = Optional.empty();

  /**
   * @param facts behind the answer
   */
  DecisionList(List<Fact<?>> facts) {
    this.facts = List.copyOf(facts);
  }

  /**
   * The fault is there.
   *
   * @param reason one sentence
   */
  DecisionList present(boolean holds, String code, String reason) {
    return add(State.PRESENT, holds, code, reason);
  }

  /** The fault is absent, and would have been seen. */
  DecisionList absent(boolean holds, String code, String reason) {
    return add(State.ABSENT, holds, code, reason);
  }

  /** The evidence is inconclusive. */
  DecisionList unknown(boolean holds, String code, String reason) {
    return add(State.UNKNOWN, holds, code, reason);
  }

  /**
   * The evidence is inconclusive because too little happened.
   *
   * @param found how much, of what is needed
   * @param what was found, in words
   */
  DecisionList tooFew(long found, long needed, String what) {
    return unknown(found < needed, "too-few", what + ", at least " + needed + " are needed");
  }

  /** The evidence is inconclusive if no case applies. */
  Observation otherwiseUnknown(String code, String reason) {
    return unknown(true, code, reason).answer.orElseThrow();
  }

  /** The fault is absent if no case applies. */
  Observation otherwiseAbsent(String code, String reason) {
    return absent(true, code, reason).answer.orElseThrow();
  }

  private DecisionList add(State state, boolean holds, String code, String reason) {
    if (holds && answer.isEmpty()) {
      answer = Optional.of(new Observation(state, code, reason, facts));
    }
    return this;
  }
}
