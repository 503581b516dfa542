package dev.faultlab.roll;

import java.util.List;

/**
 * What is counted, and where.
 *
 * @param hold {@code 1/3}, or {@code back 0/3}
 * @param direction ages in the order of {@link RollForm#directions}; empty for what a hold has once
 * @param measure kind of operation, {@value #MEMBERS}, a restart or one of {@link
 *     Receipts#MEASURES}
 */
record CountKey(String hold, List<Age> direction, String measure) {
  /** Nodes that came back and still run. */
  static final String MEMBERS = "members";

  private static final String RESTART = "restart of ";

  /** What a client did during the step before a hold. */
  static CountKey restart(RollQuestion.Hold hold) {
    return new CountKey(hold.name(), List.of(), RESTART + hold.steppedNode());
  }

  boolean restart() {
    return measure.startsWith(RESTART);
  }

  /** The row of a table that has it: what a hold has of a direction, or of all, or a restart. */
  CountKey place() {
    return new CountKey(hold, direction, restart() ? measure : "");
  }
}
