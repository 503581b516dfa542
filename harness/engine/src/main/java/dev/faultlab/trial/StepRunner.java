package dev.faultlab.trial;

import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.InnerPath;
import dev.faultlab.lab.Step;
import dev.faultlab.lab.Template;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.Service;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Carries out the steps of a procedure and stores their output. */
record StepRunner(Stack stack, Path folder, Map<String, String> settings) {
  /** k6's exit status when thresholds failed: a measurement, not a failure to measure. */
  private static final long K6_THRESHOLDS_FAILED = 99;

  /** Where a service leaves files to fetch. */
  private static final String EVIDENCE = "/evidence";

  /**
   * Carries out one step.
   *
   * @throws StackException when the command fails, does not end in time or leaves no file
   */
  void run(Step step) throws InterruptedException, IOException {
    if (step instanceof Step.K6 k6) {
      k6(k6);
    } else {
      command((Step.Run) step);
    }
  }

  private void command(Step.Run step) throws InterruptedException, IOException {
    List<String> command = step.command().stream().map(t -> Template.fill(t, settings)).toList();
    Execution done = stack.service(step.service()).execute(command, step.limit());
    if (step.stdout().isPresent()) {
      AtomicFile.write(InnerPath.of(folder, step.stdout().get()), done.stdout());
    }
    if (done.exitStatus() != 0) {
      throw failed(step.service(), command, done);
    }
    if (!step.fetch().isEmpty()) {
      stack.service(step.service()).fetch(EVIDENCE, step.fetch(), folder);
    }
  }

  private void k6(Step.K6 step) throws InterruptedException, IOException {
    List<String> command = new ArrayList<>(List.of("k6", "run", "--quiet", "--no-usage-report"));
    step.env()
        .forEach(
            (name, text) ->
                command.addAll(List.of("-e", name + "=" + Template.fill(text, settings))));
    command.add(step.path());
    Service k6 = stack.k6(step);
    Execution done = k6.execute(command, step.limit());
    AtomicFile.write(InnerPath.of(folder, step.summary()), done.stdout());
    if (done.exitStatus() != 0 && done.exitStatus() != K6_THRESHOLDS_FAILED) {
      throw failed(k6.name(), command, done);
    }
  }

  /** A command that ended by itself with an error. */
  static final class ProgramFailed extends StackException {
    private final String service;
    private final long status;

    ProgramFailed(String service, long status, String message) {
      super(message);
      this.service = service;
      this.status = status;
    }

    /** Its exit status. */
    long status() {
      return status;
    }

    /** The service that ran it. */
    String service() {
      return service;
    }
  }

  private static ProgramFailed failed(String service, List<String> command, Execution done) {
    return new ProgramFailed(
        service,
        done.exitStatus(),
        service
            + ": '"
            + String.join(" ", command)
            + "' ended with status "
            + done.exitStatus()
            + ": "
            + done.tail());
  }
}
