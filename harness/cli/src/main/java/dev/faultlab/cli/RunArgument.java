package dev.faultlab.cli;

import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The finished run that a command is about. */
final class RunArgument {
  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description =
          "Run id or the beginning of one, LAB/RUN-ID, a folder, LAB/latest or latest (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "latest")
  private String run;

  /**
   * The run itself, of those in this folder; an error that says what there is where no finished run
   * is meant.
   */
  StoredRun.Finished in(Path results) throws IOException {
    return new RunStore(results).find(run);
  }
}
