package dev.faultlab.signature;

import dev.faultlab.fact.Fact;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A decision as a list of cases: the first that holds is the answer. */
final class Cases {
  private final List<Fact<?>> facts;
  private Optional<Observation> answer = Optional.empty();

  /**
   * @param facts what the answer rests on
   */
  Cases(List<Fact<?>> facts) {
    this.facts = List.copyOf(facts);
  }

  /**
   * The fault is there.
   *
   * @param reason one sentence, or its format where there are values
   */
  Cases present(boolean holds, String code, String reason, Object... values) {
    return add(State.PRESENT, holds, code, reason, values);
  }

  /** The fault is not there, and it would have been seen. */
  Cases absent(boolean holds, String code, String reason, Object... values) {
    return add(State.ABSENT, holds, code, reason, values);
  }

  /** The evidence does not tell. */
  Cases unknown(boolean holds, String code, String reason, Object... values) {
    return add(State.UNKNOWN, holds, code, reason, values);
  }

  /** The evidence does not tell where none of the cases holds. */
  Observation otherwiseUnknown(String code, String reason, Object... values) {
    return unknown(true, code, reason, values).answer.orElseThrow();
  }

  /** The fault is not there where none of the cases holds. */
  Observation otherwiseAbsent(String code, String reason, Object... values) {
    return absent(true, code, reason, values).answer.orElseThrow();
  }

  private Cases add(State state, boolean holds, String code, String reason, Object... values) {
    if (holds && answer.isEmpty()) {
      String sentence = values.length == 0 ? reason : String.format(Locale.ROOT, reason, values);
      answer = Optional.of(new Observation(state, code, sentence, facts));
    }
    return this;
  }
}
