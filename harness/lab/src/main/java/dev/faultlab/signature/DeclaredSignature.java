package dev.faultlab.signature;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A signature in a lab's declaration; several can be of one kind.
 *
 * @param id the lab's name for it, kebab-case
 * @param title one line: what it means when it is present
 * @param inputs input name to value, with {@code {placeholders}}
 */
public record DeclaredSignature(
    String id, Signature kind, String title, Map<String, String> inputs) {

  public DeclaredSignature {
    inputs = Map.copyOf(inputs);
  }

  /** With a variant's inputs in place of its own; inputs of other signatures are ignored. */
  public DeclaredSignature with(Map<String, String> variant) {
    Map<String, String> replaced = new LinkedHashMap<>(inputs);
    kind.inputs().stream()
        .map(Input::name)
        .filter(variant::containsKey)
        .forEach(name -> replaced.put(name, variant.get(name)));
    return new DeclaredSignature(id, kind, title, replaced);
  }

  /**
   * Errors in its inputs, a sentence each.
   *
   * @param left files that a trial leaves
   */
  public List<String> problems(AvailableFiles left) {
    List<String> problems = new ArrayList<>(Inputs.problems(kind.inputs(), inputs));
    for (Input input : kind.inputs()) {
      String value = inputs.getOrDefault(input.name(), "");
      if (input.problem(value).isEmpty()) {
        left.lacks(input, value).ifPresent(problems::add);
      }
    }
    return problems.stream().map(p -> "signature '" + id + "': " + p).toList();
  }
}
