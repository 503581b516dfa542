package dev.faultlab.cli;

import java.io.PrintStream;
import java.io.PrintWriter;

/**
 * What breaks in a way that no command has foreseen ends the program with {@link
 * ExitStatus#SOFTWARE}, in whichever thread: any other status would be taken for an answer.
 */
final class Unexpected {
  private Unexpected() {}

  /** Says what broke, as far as there is memory left to say it. */
  static int report(Throwable what, PrintStream err) {
    return report(what, new PrintWriter(err, true));
  }

  static int report(Throwable what, PrintWriter err) {
    try {
      what.printStackTrace(err);
      err.println(advice(what));
    } catch (Throwable again) {
      // Then the status has to do.
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
   * After an Error in one thread the others wait for it, or go on with half of what it was to
   * bring. The program ends as if asked to, so that it cleans up. An exception concerns the thread
   * alone: who waits for it has it from there.
   */
  static void endsTheProgramInAnyThread() {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, what) -> {
          report(what, System.err);
          if (what instanceof Error) {
            end();
          }
        });
  }

  private static void end() {
    try {
      // In a thread of its own: the one that died may be one that the end of the program waits for.
      Thread exit = new Thread(() -> System.exit(ExitStatus.SOFTWARE), "unexpected-end");
      exit.setDaemon(true);
      exit.start();
    } catch (Throwable again) {
      Runtime.getRuntime().halt(ExitStatus.SOFTWARE);
    }
  }
}
