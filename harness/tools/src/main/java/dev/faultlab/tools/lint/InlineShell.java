package dev.faultlab.tools.lint;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds shell code inside a declaration ({@code run: [sh, -c, "..."]}), which shellcheck does not
 * see. It belongs in a script in the lab's folder.
 */
final class InlineShell {
  private static final Pattern CODE =
      Pattern.compile(
          "(?<![\\w.-])((?:[\\w./-]*/)?(?:ba|da|a|k|z)?sh)[\"']?(?:\\s*,|\\s*\\n\\s*-)\\s*[\"']?(-[a-z]*c[a-z]*)\\b");

  private InlineShell() {}

  /** Each list of the file that passes code to a shell. */
  static List<Problem> problems(Path file, String text) {
    return CODE.matcher(text)
        .results()
        .map(
            code ->
                new Problem(
                    file,
                    1
                        + (int)
                            text.substring(0, code.start()).chars().filter(c -> c == '\n').count(),
                    "found shell code behind '%s %s', expected one command; put the code into a script in the lab's folder, and run that: [sh, /lab/SCRIPT, ARGUMENT...]"
                        .formatted(code.group(1), code.group(2))))
        .toList();
  }
}
