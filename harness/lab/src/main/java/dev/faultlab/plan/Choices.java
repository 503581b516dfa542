package dev.faultlab.plan;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The choices of a person.
 *
 * @param given parameter name to its values; other parameters keep their defaults
 * @param variants ids of the variants to run; empty for all
 * @param form whose defaults and variants are used
 */
public record Choices(Map<String, List<Value>> given, List<String> variants, RunForm form) {

  /** Every parameter at its default except the number of trials. */
  public static Choices trials(int number, List<String> variants, RunForm form) {
    return new Choices(Map.of(Lab.TRIALS, List.of(Value.of(number))), variants, form);
  }

  /**
   * The same; a point that shows each fault has no more trials.
   *
   * @param where settings of such points, as in {@code jdk=25}; empty for all points
   */
  public Choices untilDecided(List<Value> where) {
    Map<String, List<Value>> more = new LinkedHashMap<>(given);
    more.put(Lab.UNTIL_DECIDED, where.isEmpty() ? List.of(Value.of("true")) : where);
    return new Choices(more, variants, form);
  }

  /** The same from a command line, where the values of a parameter are separated by commas. */
  public static Choices typed(Map<String, String> texts, List<String> variants, RunForm form) {
    Map<String, List<Value>> given = new LinkedHashMap<>();
    texts.forEach((name, text) -> given.put(name, Value.list(text)));
    return new Choices(given, variants, form);
  }
}
