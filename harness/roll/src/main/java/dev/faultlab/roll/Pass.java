package dev.faultlab.roll;

/** The roll that is asked for, and its controls: the same restarts without another version. */
enum Pass {
  OLD_TO_NEW(Age.OLD, Age.NEW),
  OLD_TO_OLD(Age.OLD, Age.OLD),
  NEW_TO_NEW(Age.NEW, Age.NEW);

  private final Age before;
  private final Age after;

  Pass(Age before, Age after) {
    this.before = before;
    this.after = after;
  }

  /** Which version a node runs in this pass. */
  Age runs(Age age) {
    return age == Age.OLD ? before : after;
  }

  String words() {
    return before.word() + " to " + after.word();
  }
}
