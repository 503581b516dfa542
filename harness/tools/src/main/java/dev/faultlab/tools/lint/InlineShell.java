package dev.faultlab.tools.lint;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Finds shell code inside a declaration ({@code run: [sh, -c, "..."]}), which shellcheck does not
 * see. It belongs in a script in the lab's folder.
 */
final class InlineShell {
  private static final Pattern CODE =
      Pattern.compile(
          "(?<![\\w.-])((?:[\\w./-]*/)?(?:ba|da|a|k|z)?sh)[\"']?(?:\\s*,|\\s*\\n\\s*-)\\s*[\"']?(-[a-z]*c[a-z]*)\\b");

  /** Each list of the file that passes code to a shell. */
  static List<Problem> problems(Path file, String text) {
    return CODE.matcher(text).results().map(code -> problem(file, text, code)).toList();
  }

  private static Problem problem(Path file, String text, MatchResult code) {
    int line = 1 + (int) text.substring(0, code.start()).chars().filter(c -> c == '\n').count();
    String format =
        "found shell code behind '%s %s', expected one command; put the code into a script in the"
            + " lab's folder, and run that: [sh, /lab/SCRIPT, ARGUMENT...]";
    return new Problem(file, line, format.formatted(code.group(1), code.group(2)));
  }
}
