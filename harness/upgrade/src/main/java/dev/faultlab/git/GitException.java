package dev.faultlab.git;

/** A repository or commit cannot be read; the message says what was expected. */
public final class GitException extends RuntimeException {
  public GitException(String message) {
    super(message);
  }
}
