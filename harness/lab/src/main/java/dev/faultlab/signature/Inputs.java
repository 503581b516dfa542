package dev.faultlab.signature;

import dev.faultlab.text.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of a signature's inputs in one trial. */
public record Inputs(Map<String, String> values) {

  /**
   * Values for these inputs.
   *
   * @param values input name to value, without placeholders
   * @throws IllegalArgumentException when {@link #problems} finds any
   */
  public static Inputs of(List<Input> declared, Map<String, String> values) {
    List<String> problems = problems(declared, values);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return new Inputs(values);
  }

  /** Unknown names, missing ones and values of the wrong kind, a sentence each. */
  static List<String> problems(List<Input> declared, Map<String, String> values) {
    Map<String, Input> known = new LinkedHashMap<>();
    declared.forEach(input -> known.put(input.name(), input));
    List<String> problems = new ArrayList<>();
    values.forEach(
        (name, value) -> {
          if (known.containsKey(name)) {
            known.get(name).problem(value).ifPresent(problems::add);
          } else {
            problems.add("no input '" + name + "'" + Suggestion.hint(name, known.keySet()));
          }
        });
    declared.stream()
        .filter(input -> input.required() && !values.containsKey(input.name()))
        .map(
            input ->
                "input '%s' is missing: %s, %s"
                    .formatted(input.name(), input.kind().form(), input.help()))
        .forEach(problems::add);
    return List.copyOf(problems);
  }

  /** Whether an optional input has a value. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** The value: a text, the name of a file, or {@code file#/json/pointer}. */
  public String text(String name) {
    if (!has(name)) {
      throw new IllegalStateException("the signature reads '" + name + "', which has no value");
    }
    return values.get(name);
  }

  public long number(String name) {
    return Long.parseLong(text(name));
  }

  /** An optional number. */
  public long number(String name, long otherwise) {
    return has(name) ? number(name) : otherwise;
  }
}
