package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * The main class. It needs no library, so that a missing one is reported like any other unexpected
 * failure, and does not end with Java's own status, 1.
 */
public final class Start {
  private Start() {}

  public static void main(String[] args) {
    carryOut(() -> Main.run(List.of(args), Main::commandLine));
  }

  /** Ends the process with the program's status, or with 70 if it throws. */
  public static void carryOut(IntSupplier program) {
    UnexpectedErrors.endOnUncaughtErrors();
    int status = ExitStatus.SOFTWARE;
    try {
      status = program.getAsInt();
    } catch (Throwable unexpected) {
      UnexpectedErrors.report(unexpected, System.err);
    } finally {
      System.exit(status);
    }
  }
}
