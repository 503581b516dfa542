package dev.faultlab.signature;

import dev.faultlab.fact.FactSpec;
import dev.faultlab.seen.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The codes of the reasons that a kind of signature gives, with the facts that decide each;
 * expectations name those of presence and absence. Beside them is what makes any trial
 * inconclusive.
 */
public final class Reasons {
  private record Reason(State state, List<FactSpec> decidedBy) {}

  private final Map<String, Reason> byCode = new LinkedHashMap<>();
  private Optional<FactSpec> exposure = Optional.empty();

  /** The fact that counts how often the fault could have shown in a trial. */
  Reasons exposure(FactSpec counted) {
    exposure = Optional.of(counted);
    return this;
  }

  /** Empty if each trial is one sample. */
  public Optional<FactSpec> exposure() {
    return exposure;
  }

  /**
   * Adds a code for presence with the facts that decide it: other values would change the answer.
   */
  Reasons present(String code, FactSpec... decidedBy) {
    byCode.put(code, new Reason(State.PRESENT, List.of(decidedBy)));
    return this;
  }

  Reasons absent(String code, FactSpec... decidedBy) {
    byCode.put(code, new Reason(State.ABSENT, List.of(decidedBy)));
    return this;
  }

  Reasons unknown(String... codes) {
    for (String code : codes) {
      byCode.put(code, new Reason(State.UNKNOWN, List.of()));
    }
    return this;
  }

  /** The codes for a state. */
  public List<String> of(State state) {
    return byCode.entrySet().stream()
        .filter(reason -> reason.getValue().state() == state)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The facts that decided for this reason; empty if none did, or there is no such reason. */
  List<FactSpec> decidedBy(String code) {
    return byCode.containsKey(code) ? byCode.get(code).decidedBy() : List.of();
  }
}
