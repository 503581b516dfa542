package dev.faultlab.seen;

/**
 * One request to a client, as its sender saw it.
 *
 * @param round of requests that were sent together, from 1
 * @param begin milliseconds of Unix time
 * @param end the same; 0 while it is open
 * @param ending what became of it
 * @param port from which the client called, if known; otherwise 0
 * @param detail why it failed, such as {@code status 502}
 */
public record SentRequest(int round, long begin, long end, Ending ending, int port, String detail) {

  /** What became of a request. */
  public enum Ending {
    /** As expected. */
    ANSWERED,
    /** Answered after the deadline that the user declared, or when it had long hung. */
    LATE,
    /** The client gave up, or answered with an error. */
    FAILED,
    /** No answer yet. */
    OPEN
  }

  /**
   * The same request under a limit.
   *
   * @param millis that an answer may take
   * @return it, late if it was
   */
  public SentRequest within(long millis) {
    return ending == Ending.ANSWERED && end - begin > millis
        ? new SentRequest(round, begin, end, Ending.LATE, port, detail)
        : this;
  }
}
