package dev.faultlab.roll;

import java.util.List;

/**
 * What is counted, and where.
 *
 * @param hold {@code 1/3}, or {@code back}
 * @param direction ages in the order of {@link RollForm#directions}; empty for what a hold has once
 * @param measure kind of operation, {@value #MEMBERS} or {@value #RECEIPTS}
 */
record Measured(String hold, List<Age> direction, String measure) {
  /** Nodes that came back and still run. */
  static final String MEMBERS = "members";

  static final String RECEIPTS = "receipts";
}
