package dev.faultlab.lab;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A cure by name; {@code ./faultlab fixes} shows how to apply it.
 *
 * @param id the value on the axis {@link Cure#AXIS}; empty for a step of the lab's page
 * @param title one line
 * @param restart what must be restarted
 */
public record NamedCure(String id, String title, String restart) {

  /** The fixes of a fault in one line: the first in full, and where to read on. */
  public static String line(String lab, String signature, List<NamedCure> fixes) {
    NamedCure first = fixes.get(0);
    String rest = fixes.stream().skip(1).map(fix -> ", " + fix.id()).collect(Collectors.joining());
    return "%s%s; ./faultlab fixes %s, README.md of lab %s"
        .formatted(
            first.id().isEmpty() ? first.title() : first.id() + " (" + first.title() + ")",
            rest,
            signature,
            lab);
  }
}
