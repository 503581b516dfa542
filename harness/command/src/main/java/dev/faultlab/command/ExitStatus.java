package dev.faultlab.command;

import dev.faultlab.docker.EngineException;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.LabException;
import dev.faultlab.result.RunStore.NoSuchRun;
import java.nio.file.InvalidPathException;
import java.util.List;

/**
 * The exit statuses of {@code ./faultlab}; scripts depend on them. docs/reference/exit-statuses.md
 * has the table.
 */
public final class ExitStatus {
  /** Everything as expected, or the work is done. */
  public static final int OK = 0;

  /** A fault was found, a variant contradicts its expectation, or something got worse. */
  public static final int CONTRADICTED = 1;

  /** The evidence is inconclusive. */
  public static final int INCONCLUSIVE = 2;

  /** Wrong usage (EX_USAGE of sysexits.h). */
  public static final int USAGE = 64;

  /** Something needed is unavailable (EX_UNAVAILABLE of sysexits.h). */
  public static final int UNAVAILABLE = 69;

  /** A fault in faultlab itself (EX_SOFTWARE of sysexits.h). */
  public static final int SOFTWARE = 70;

  /** Ctrl-C, as a shell reports it. */
  public static final int INTERRUPTED = 130;

  /** A question without an answer; the message says why. */
  private static final List<Class<? extends Exception>> USER_ERRORS =
      List.of(
          WrongUsage.class,
          BadQuestion.class,
          InvalidPathException.class,
          LabException.class,
          NoSuchImageException.class,
          NoSuchRun.class,
          RefusedPath.class);

  private ExitStatus() {}

  /** The answer that decides of two: worse comes before inconclusive. */
  public static int worse(int one, int other) {
    return one == CONTRADICTED || other == CONTRADICTED ? CONTRADICTED : Math.max(one, other);
  }

  /** The exit status of a command that threw this. */
  public static int of(Exception error) {
    if (USER_ERRORS.stream().anyMatch(kind -> kind.isInstance(error))) {
      return USAGE;
    }
    boolean unavailable =
        error instanceof ImageException
            || error instanceof EngineException
            || FileErrors.sentence(error).isPresent();
    return unavailable ? UNAVAILABLE : SOFTWARE;
  }
}
