package dev.faultlab.manifest;

import java.util.Map;

/**
 * A component on two sides.
 *
 * @param from the same as {@code to} if only that side has it
 * @param added whether it is new on that side, in any version or in one more
 */
public record Move(Mention from, Mention to, boolean added) {
  /** What stays, or is there already. */
  public static Move same(Mention there) {
    return new Move(there, there, false);
  }

  public String component() {
    return to.component();
  }

  /** Whether both sides have the same version. */
  public boolean isUnchanged() {
    return from.written().equals(to.written()) && from.component().equals(to.component());
  }

  /**
   * The same with the name that labs have for its component.
   *
   * @param names library to axis; a component that it lacks keeps its name
   */
  public Move named(Map<String, String> names) {
    String name = names.getOrDefault(component(), component());
    return new Move(from.of(name), to.of(name), added);
  }
}
