package dev.faultlab.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Folders of labs outside this repository: {@code --labs DIR} before or after the command, or the
 * variable {@value #VARIABLE}. They are needed before the command line can be read, because each lab
 * has options of its own.
 *
 * @param words the command line without them
 * @param outside the folders, in order
 */
record LabFolders(List<String> words, List<Path> outside) {

  static final String VARIABLE = "FAULTLAB_LABS";
  static final String OPTION = "--labs";

  static LabFolders of(String[] args, Map<String, String> environment) {
    List<Path> outside = new ArrayList<>();
    for (String folder : environment.getOrDefault(VARIABLE, "").split(":")) {
      if (!folder.isEmpty()) {
        outside.add(Path.of(folder));
      }
    }
    List<String> words = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals(OPTION) && i + 1 < args.length) {
        outside.add(Path.of(args[++i]));
      } else if (args[i].startsWith(OPTION + "=")) {
        outside.add(Path.of(args[i].substring(OPTION.length() + 1)));
      } else {
        words.add(args[i]);
      }
    }
    return new LabFolders(
        List.copyOf(words), outside.stream().map(f -> f.toAbsolutePath().normalize()).toList());
  }
}
