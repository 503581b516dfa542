package dev.faultlab.report.diagnosis;

import dev.faultlab.diagnose.Diagnosis;
import dev.faultlab.diagnose.Finding;
import dev.faultlab.files.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The findings as a Wireshark profile, which is a folder: display filters, the buttons that apply
 * them, and colouring rules. Each finding has one of each for its traffic and one for the frames
 * that it names.
 */
public final class WiresharkProfile {
  private static final String FILTERS = "dfilters";
  private static final String BUTTONS = "dfilter_buttons";
  private static final String COLOURS = "colorfilters";
  private static final String FRAMES_COLOUR = "[65535,53199,20303][0,0,0]";
  private static final String TRAFFIC_COLOUR = "[65535,62451,52428][0,0,0]";

  private WiresharkProfile() {}

  private record Rule(String name, String filter, String colour) {}

  /** The files that {@link #write} creates. */
  public static List<Path> files(Path folder) {
    return Stream.of(FILTERS, BUTTONS, COLOURS).map(folder::resolve).toList();
  }

  /**
   * Writes the files; the folder is created if needed, and existing files of these names are
   * replaced.
   *
   * @throws IOException when that fails
   */
  public static void write(Path folder, Diagnosis diagnosis) throws IOException {
    List<Rule> rules = rules(diagnosis);
    Files.createDirectories(folder);
    lines(
        folder.resolve(FILTERS),
        rules.stream().map(rule -> '"' + rule.name + "\" " + rule.filter).toList());
    lines(
        folder.resolve(BUTTONS),
        rules.stream()
            .map(rule -> String.format("\"TRUE\",\"%s\",%s,\"\"", rule.name, quoted(rule.filter)))
            .toList());
    // The first matching rule colours a frame. A @ ends a filter, even in a string.
    lines(
        folder.resolve(COLOURS),
        rules.stream()
            .map(row -> "@" + row.name + "@" + row.filter.replace("@", "\\x40") + "@" + row.colour)
            .toList());
  }

  private static void lines(Path file, List<String> lines) throws IOException {
    AtomicFile.write(file, String.join("\n", lines) + (lines.isEmpty() ? "" : "\n"));
  }

  private static List<Rule> rules(Diagnosis diagnosis) {
    List<Rule> frames = new ArrayList<>();
    List<Rule> traffic = new ArrayList<>();
    int number = 0;
    for (Finding each : diagnosis.findings()) {
      String name = ++number + " " + each.id().id();
      String set =
          each.place().frames().stream().map(String::valueOf).collect(Collectors.joining(", "));
      frames.add(new Rule(name + " frames", "frame.number in {" + set + "}", FRAMES_COLOUR));
      traffic.add(new Rule(name, each.place().filter(), TRAFFIC_COLOUR));
    }
    List<Rule> rules = new ArrayList<>(frames);
    rules.addAll(traffic);
    return rules;
  }

  /**
   * As Wireshark writes strings in its tables: quotes and backslashes are escaped in hexadecimal.
   */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\x5c").replace("\"", "\\x22") + '"';
  }
}
