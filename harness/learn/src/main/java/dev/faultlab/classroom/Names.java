package dev.faultlab.classroom;

/** What people type as their names. */
final class Names {
  private static final int LONGEST_NAME = 40;

  /** Emoji are joined by the one; some scripts are written with the other. */
  private static final int ZERO_WIDTH_JOINER = 0x200d;

  private static final int ZERO_WIDTH_NON_JOINER = 0x200c;

  private Names() {}

  /** On one line, and no longer than fits a table. */
  static String shortened(String name) {
    StringBuilder kept = new StringBuilder();
    name.strip()
        .codePoints()
        .filter(Names::visible)
        .limit(LONGEST_NAME)
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }

  /** Not what controls a terminal or turns the direction of a line round. */
  private static boolean visible(int letter) {
    return switch (Character.getType(letter)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      case Character.FORMAT -> letter == ZERO_WIDTH_JOINER || letter == ZERO_WIDTH_NON_JOINER;
      default -> true;
    };
  }
}
