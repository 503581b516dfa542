package dev.faultlab.machine;

/** The thread that waited for a program was interrupted; its interrupt flag is set again. */
public final class InterruptedCommandException extends RuntimeException {
  public InterruptedCommandException(Command command, InterruptedException cause) {
    super("interrupted while running " + command, cause);
  }
}
