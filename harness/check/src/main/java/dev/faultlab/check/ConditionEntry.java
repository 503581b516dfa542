package dev.faultlab.check;

import dev.faultlab.lab.AcceptedUntil;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The options of a condition in a check file.
 *
 * @param settings by name; the others have their usual values
 * @param required whether the answer is inconclusive if the service does not meet the condition
 * @param accepted if present, a finding does not count as worse until its day
 */
public record ConditionEntry(
    Map<String, String> settings, boolean required, Optional<AcceptedUntil> accepted) {

  /** Every setting has its usual value. */
  public static final ConditionEntry USUAL = new ConditionEntry(Map.of(), false, Optional.empty());

  /** The same, with another usual value of a setting. */
  ConditionEntry withDefault(String setting, String value) {
    Map<String, String> merged = new HashMap<>(Map.of(setting, value));
    merged.putAll(settings);
    return new ConditionEntry(merged, required, accepted);
  }
}
