package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.stream.Stream;

/**
 * An unexpected failure in any thread ends the program with {@link ExitStatus#SOFTWARE}, because
 * any other status would be taken for an answer.
 */
final class Unexpected {
  /** Prints the failure, if there is enough memory left. */
  static int report(Throwable what, PrintStream err) {
    return report(what, new PrintWriter(err, true));
  }

  static int report(Throwable what, PrintWriter err) {
    try {
      what.printStackTrace(err);
      err.println(advice(what));
    } catch (Throwable second) {
      // Otherwise only the status reports it.
    }
    return ExitStatus.SOFTWARE;
  }

  private static String advice(Throwable what) {
    return what instanceof OutOfMemoryError
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
  static void endsTheProgramInAnyThread() {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, what) -> {
          uncaught(what, System.err);
          if (what instanceof Error) {
            end();
          }
        });
  }

  static void uncaught(Throwable what, PrintStream err) {
    if (what instanceof Exception && isTestcontainersAtExit(what)) {
      err.println("faultlab: the Docker engine did not answer at the end: " + what.getMessage());
    } else {
      report(what, err);
    }
  }

  private static boolean isTestcontainersAtExit(Throwable what) {
    return Stream.of(what.getStackTrace())
        .anyMatch(at -> at.getClassName().startsWith("org.testcontainers.utility."));
  }

  private static void end() {
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
