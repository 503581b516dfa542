package dev.faultlab.capture.dns;

import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.Arrays;

/**
 * Gives each distinct name one text, so that a name seen a million times is decoded once, within
 * the memory budget.
 */
final class NameTable {
  /** Memory besides the name as bytes and as text. */
  private static final int BASE_BYTES = 130;

  private final MemoryBudget budget;
  private byte[][] wires = new byte[256][];
  private String[] texts = new String[256];
  private int[] hashes = new int[256];
  private int size;

  NameTable(MemoryBudget budget) {
    this.budget = budget;
  }

  String text(NameReader name) {
    int mask = wires.length - 1;
    int slot = name.hash >>> 7 & mask;
    while (wires[slot] != null) {
      if (hashes[slot] == name.hash
          && Arrays.equals(wires[slot], 0, wires[slot].length, name.wire, 0, name.length)) {
        return texts[slot];
      }
      slot = slot + 1 & mask;
    }
    String text = name.text();
    if (budget.tryTake(Part.NAMES, BASE_BYTES + 2L * name.length)) {
      put(slot, Arrays.copyOf(name.wire, name.length), text, name.hash);
    }
    return text;
  }

  private void put(int slot, byte[] wire, String text, int hash) {
    wires[slot] = wire;
    texts[slot] = text;
    hashes[slot] = hash;
    if (++size * 2 > wires.length) {
      grow();
    }
  }

  private void grow() {
    byte[][] oldWires = wires;
    String[] oldTexts = texts;
    int[] oldHashes = hashes;
    int capacity = oldWires.length * 2;
    wires = new byte[capacity][];
    texts = new String[capacity];
    hashes = new int[capacity];
    for (int i = 0; i < oldWires.length; i++) {
      if (oldWires[i] != null) {
        int slot = oldHashes[i] >>> 7 & capacity - 1;
        while (wires[slot] != null) {
          slot = slot + 1 & capacity - 1;
        }
        wires[slot] = oldWires[i];
        texts[slot] = oldTexts[i];
        hashes[slot] = oldHashes[i];
      }
    }
  }
}
