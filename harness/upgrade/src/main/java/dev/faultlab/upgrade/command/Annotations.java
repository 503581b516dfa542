package dev.faultlab.upgrade.command;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.manifest.Place;
import dev.faultlab.text.Escape;
import dev.faultlab.upgrade.RepositoryQuestions.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;

/**
 * An answer on each line of a question, or on a file whose reader knows none, in the form that
 * GitHub shows beside the line (workflow commands, docs.github.com). They go to a file: a program
 * that prints other people's text must not print commands beside it.
 */
record Annotations(Path file) {
  /**
   * Adds the answer to a question.
   *
   * @param status exit status of the question
   */
  void add(Question question, int status) throws IOException {
    String[] parts =
        switch (status) {
          case ExitStatus.OK -> new String[] {"notice", "nothing got worse"};
          case ExitStatus.CONTRADICTED -> new String[] {"error", "worse"};
          default -> new String[] {"warning", "inconclusive"};
        };
    String form =
        "%s from %s to %s: %s in %s; the summary of the job has the rows"
            + (status == ExitStatus.CONTRADICTED ? "; what to do: ./faultlab fixes %s" : "");
    Set<String> lines = new TreeSet<>();
    question
        .moves()
        .forEach(
            (axis, change) -> {
              String labs = String.join(", ", question.labs());
              String fixes = String.join(", ./faultlab fixes ", question.labs());
              String text = form.formatted(axis, change.from(), change.to(), parts[1], labs, fixes);
              change.places().forEach(m -> lines.add(command(parts[0], m.to().place(), text)));
            });
    Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  static String command(String level, Place place, String form) {
    String line = place.line() == 0 ? "" : ",line=" + place.line();
    return "::%s file=%s%s,title=faultlab::%s"
        .formatted(level, property(place.path()), line, data(form));
  }

  /** As the toolkit of GitHub's actions escapes it. */
  private static String data(String text) {
    return Escape.line(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
