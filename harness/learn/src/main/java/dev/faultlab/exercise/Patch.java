package dev.faultlab.exercise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A unified diff of one file. */
final class Patch {
  private static final Pattern HUNK = Pattern.compile("@@ -(\\d+).* @@.*");

  /**
   * Changes a text.
   *
   * @param before its lines
   * @throws IOException when the patch is missing or was made for another text
   */
  static String apply(Path patch, List<String> before) throws IOException {
    List<String> after = new ArrayList<>();
    int at = 0;
    for (String line : Files.readAllLines(patch)) {
      boolean isHeading = line.startsWith("+++ ") || line.startsWith("--- ");
      Matcher hunk = HUNK.matcher(line);
      if (hunk.matches()) {
        int next = Integer.parseInt(hunk.group(1)) - 1;
        after.addAll(before.subList(at, next));
        at = next;
      } else if (line.startsWith("+") && !isHeading) {
        after.add(line.substring(1));
      } else if (!isHeading) {
        if (at == before.size() || !before.get(at).equals(line.substring(1))) {
          throw new IOException(patch + " does not fit: it has '" + line + "' at " + (at + 1));
        }
        if (line.startsWith(" ")) {
          after.add(before.get(at));
        }
        at++;
      }
    }
    after.addAll(before.subList(at, before.size()));
    return String.join("\n", after) + "\n";
  }
}
