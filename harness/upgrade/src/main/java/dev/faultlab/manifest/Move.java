package dev.faultlab.manifest;

import java.util.Map;

/** A component that two commits name with different versions, in one file. */
public record Move(Mention from, Mention to) {
  public String component() {
    return to.component();
  }

  /**
   * The same with the name that labs have for its component.
   *
   * @param names library to axis; a component that it lacks keeps its name
   */
  public Move named(Map<String, String> names) {
    String name = names.getOrDefault(component(), component());
    return new Move(from.of(name), to.of(name));
  }
}
