package dev.faultlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/** The file whose contents GitHub shows below a job. */
final class StepSummary {
  private static final String VARIABLE = "GITHUB_STEP_SUMMARY";

  private StepSummary() {}

  /** Appends Markdown, where there is such a file. */
  static void append(Map<String, String> environment, String markdown) throws IOException {
    String file = environment.getOrDefault(VARIABLE, "");
    if (!file.isEmpty()) {
      Files.writeString(
          Path.of(file), markdown, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }
}
