package dev.faultlab.machine;

/** The process boundary: starts a program and waits for its end. Tests replace it. */
@FunctionalInterface
public interface Commands {

  /**
   * Runs a program to its end. A program that fails, cannot be started or takes too long is a
   * result, not an exception.
   *
   * @throws InterruptedCommandException when the calling thread is interrupted meanwhile; the
   *     program and its children are killed first
   */
  CommandResult run(Command command);
}
