package dev.faultlab.capture.dns;

import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives each distinct name one text, so that a name seen a million times is decoded once, within
 * the memory budget.
 */
final class NameTable {
  /** Memory besides the name as bytes and as text. */
  private static final int BASE_BYTES = 150;

  private final MemoryBudget budget;
  private final Map<String, String> texts = new HashMap<>();

  NameTable(MemoryBudget budget) {
    this.budget = budget;
  }

  String text(NameReader name) {
    String wire = new String(name.wire, 0, name.length, StandardCharsets.ISO_8859_1);
    String known = texts.get(wire);
    if (known != null) {
      return known;
    }
    String text = name.text();
    if (budget.tryReserve(Part.NAMES, BASE_BYTES + 2L * name.length)) {
      texts.put(wire, text);
    }
    return text;
  }
}
