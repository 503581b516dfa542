package dev.faultlab.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.YamlTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds shell code inside a declaration ({@code run: [sh, -c, "..."]}), which shellcheck does not
 * see. It belongs in a script in the lab's folder.
 */
final class InlineShell {
  private static final Pattern SHELL = Pattern.compile("(.*/)?(ba|da|a|k|z)?sh");
  private static final Pattern CODE_FOLLOWS = Pattern.compile("-[a-z]*c[a-z]*");

  private final Path file;
  private final YamlTree tree;
  private final List<Problem> problems = new ArrayList<>();

  private InlineShell(Path file, String text) {
    this.file = file;
    this.tree = YamlTree.read(file, text);
  }

  /** Each list of the file that passes code to a shell. */
  static List<Problem> problems(Path file, String text) {
    InlineShell found = new InlineShell(file, text);
    found.look(found.tree.json(), List.of());
    return List.copyOf(found.problems);
  }

  private void look(JsonNode node, List<Object> path) {
    for (int i = 0; i < node.size() && node.isArray(); i++) {
      if (i > 0
          && SHELL.matcher(node.path(i - 1).asText()).matches()
          && CODE_FOLLOWS.matcher(node.path(i).asText()).matches()) {
        String what =
            "found shell code behind '%s %s', expected one command; put the code into a script in"
                + " the lab's folder, and run that: [sh, /lab/SCRIPT, ARGUMENT...]";
        problems.add(
            new Problem(
                file,
                tree.line(path),
                what.formatted(node.path(i - 1).asText(), node.path(i).asText())));
      }
      look(node.path(i), with(path, i));
    }
    node.properties().forEach(field -> look(field.getValue(), with(path, field.getKey())));
  }

  private static List<Object> with(List<Object> path, Object step) {
    List<Object> longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }
}
