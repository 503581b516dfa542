package dev.faultlab.cli;

import dev.faultlab.command.WrongUsage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Folders of labs outside this repository: {@code --lab-path DIR} before or after the command, or
 * the variable {@value #VARIABLE}. They are needed before the command line can be read, because
 * each lab has options of its own.
 *
 * @param words the command line without them
 * @param outside the folders, those of the variable first
 */
record LabFolders(List<String> words, List<Path> outside) {

  static final String VARIABLE = "FAULTLAB_LABS";
  static final String OPTION = "--lab-path";

  /** Removes them from a command line. */
  static LabFolders of(List<String> typed, Map<String, String> environment) {
    List<String> folders = new ArrayList<>();
    for (String folder : environment.getOrDefault(VARIABLE, "").split(":")) {
      if (!folder.isEmpty()) {
        folders.add(folder);
      }
    }
    List<String> words = new ArrayList<>();
    for (int i = 0; i < typed.size(); i++) {
      String word = typed.get(i);
      if (word.equals("--")) {
        words.addAll(typed.subList(i, typed.size()));
        break;
      } else if (word.equals(OPTION)) {
        folders.add(folder(i + 1 < typed.size() ? typed.get(++i) : ""));
      } else if (word.startsWith(OPTION + "=")) {
        folders.add(folder(word.substring(OPTION.length() + 1)));
      } else {
        words.add(word);
      }
    }
    return new LabFolders(
        List.copyOf(words),
        folders.stream().map(f -> Path.of(f).toAbsolutePath().normalize()).distinct().toList());
  }

  private static String folder(String path) {
    WrongUsage.throwIf(path.isEmpty() || path.startsWith("-"), OPTION + " needs a folder of labs");
    return path;
  }
}
