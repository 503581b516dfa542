package dev.faultlab.cli;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.machine.Progress;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.RunListener;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Writes the reports of a run. The page is drawn while the stacks are removed. */
final class ReportWriter implements RunListener {
  private RunFolder folder;
  private CompletableFuture<String> page;

  @Override
  public void ended(RunResult result, RunFolder folder) {
    this.folder = folder;
    this.page = CompletableFuture.supplyAsync(() -> new Reports().draw(result, folder));
  }

  /** The run has its result, so failed reports can be written later. */
  void write(RunResult result, Progress progress) {
    try {
      new Reports().render(result, folder, page::join);
    } catch (RuntimeException | IOException e) {
      Throwable why = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
      progress.say(
          "the run is finished, but its report cannot be written: %s; './faultlab results render %s'"
                  .formatted(why, folder.path())
              + " tries again");
    }
  }
}
