package dev.faultlab.signature;

import dev.faultlab.signature.Input.Kind;
import dev.faultlab.text.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The values of a signature's inputs in one trial. Only inputs that the signature declares can be
 * read.
 */
public final class Inputs {
  private final Map<String, Input> declared = new LinkedHashMap<>();
  private final Map<String, String> values;

  private Inputs(List<Input> declared, Map<String, String> values) {
    declared.forEach(input -> this.declared.put(input.name(), input));
    this.values = Map.copyOf(values);
  }

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
    return new Inputs(declared, values);
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
            problems.add("no input '" + name + "'" + Spelling.hint(name, known.keySet()));
          }
        });
    for (Input input : declared) {
      if (input.required() && !values.containsKey(input.name())) {
        problems.add(
            "input '"
                + input.name()
                + "' is missing: "
                + input.kind().form()
                + ", "
                + input.help());
      }
    }
    return List.copyOf(problems);
  }

  /** Whether an optional input has a value. */
  public boolean has(String name) {
    return values.containsKey(declared(name).name());
  }

  /** Name of an evidence file, a capture or another. */
  public String file(String name) {
    return value(name, Set.of(Kind.CAPTURE, Kind.FILE));
  }

  /** {@code file#/json/pointer}. */
  public String pointer(String name) {
    return value(name, Set.of(Kind.POINTER));
  }

  public String text(String name) {
    return value(name, Set.of(Kind.TEXT));
  }

  public long number(String name) {
    return Long.parseLong(value(name, Set.of(Kind.NUMBER)));
  }

  /** An optional number. */
  public long number(String name, long otherwise) {
    return has(name) ? number(name) : otherwise;
  }

  private String value(String name, Set<Kind> kinds) {
    Input input = declared(name);
    if (!kinds.contains(input.kind())) {
      throw new IllegalStateException("input '" + name + "' is declared as " + input.kind());
    }
    String value = values.get(name);
    if (value == null) {
      throw new IllegalStateException(
          "optional input '" + name + "' has no value; ask has() first");
    }
    return value;
  }

  private Input declared(String name) {
    Input input = declared.get(name);
    if (input == null) {
      throw new IllegalStateException("the signature reads '" + name + "' without declaring it");
    }
    return input;
  }
}
