package dev.faultlab.challenge.mystery;

import dev.faultlab.point.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A case whose cause is to be found, from {@code mysteries.yaml}.
 *
 * @param variant to start
 * @param at the value on each axis that differs from the lab's default
 * @param signature whose observation grades an answer
 * @param cause key of the right answer
 * @param hard whether only the hard level has it: look-alikes, and healthy stacks
 * @param proof ids of the facts that prove the cause
 * @param figures name to address ({@code file#/pointer}) of the ticket's figures
 */
public record Mystery(
    String variant,
    Map<String, String> at,
    String signature,
    String cause,
    boolean hard,
    List<String> proof,
    Map<String, String> figures) {

  public Mystery {
    if (Stream.of(variant, signature, cause, proof).anyMatch(Objects::isNull)) {
      throw new IllegalArgumentException("lacks one of variant, signature, cause and proof");
    }
    at = at == null ? Map.of() : at;
    figures = figures == null ? Map.of() : figures;
  }

  Map<String, Value> point() {
    Map<String, Value> point = new LinkedHashMap<>();
    at.forEach((axis, value) -> point.put(axis, Value.of(value)));
    return point;
  }
}
