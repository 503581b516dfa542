package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.stream.Stream;

/**
 * An unexpected failure in any thread ends the program with {@link ExitStatus#SOFTWARE}, because
 * any other status would be taken for an answer.
 */
final class UnexpectedErrors {
  /** Prints the failure, if there is enough memory left. */
  static int report(Throwable error, PrintStream err) {
    return report(error, new PrintWriter(err, true));
  }

  static int report(Throwable error, PrintWriter err) {
    try {
      error.printStackTrace(err);
      err.println(advice(error));
    } catch (Throwable second) {
      // Otherwise only the status reports it.
    }
    return ExitStatus.SOFTWARE;
  }

  private static String advice(Throwable error) {
    return error instanceof OutOfMemoryError
        ? "faultlab: Java's heap of "
            + (Runtime.getRuntime().maxMemory() >> 20)
            + " MiB is used up; JDK_JAVA_OPTIONS=-Xmx4g gives it more."
        : "This is a fault in faultlab itself; please report it with the lines above.";
  }

  /**
   * After an Error in one thread, others may wait for it for ever, or continue with half of its
   * work. The program ends as if asked to, so that it cleans up. An exception affects only its
   * thread; the thread that waits for it receives it.
   */
  static void endOnUncaughtErrors() {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> {
          uncaught(error, System.err);
          if (error instanceof Error) {
            exit();
          }
        });
  }

  static void uncaught(Throwable error, PrintStream err) {
    if (error instanceof Exception && isTestcontainersAtExit(error)) {
      err.println("faultlab: the Docker engine did not answer at the end: " + error.getMessage());
    } else {
      report(error, err);
    }
  }

  private static boolean isTestcontainersAtExit(Throwable error) {
    return Stream.of(error.getStackTrace())
        .anyMatch(frame -> frame.getClassName().startsWith("org.testcontainers.utility."));
  }

  private static void exit() {
    try {
      // In a new thread, because the end of the program may wait for the failed one.
      Thread exit = new Thread(() -> System.exit(ExitStatus.SOFTWARE), "unexpected-end");
      exit.setDaemon(true);
      exit.start();
    } catch (Throwable second) {
      Runtime.getRuntime().halt(ExitStatus.SOFTWARE);
    }
  }
}
