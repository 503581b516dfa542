package dev.faultlab.classroom;

/** A request that is not allowed now; the page has a text for each code. */
final class RequestRefused extends RuntimeException {

  /** Why. */
  enum Code {
    /** Not joined, or without the required token. */
    NOT_YOU(401),
    /** A token or a join code that is not this session's; the reply is delayed. */
    WRONG_KEY(403),
    /** The question takes no answers now. */
    CLOSED(409),
    /** There is no result for grading yet. */
    NO_RESULT(409),
    /** A run of this session is under way. */
    RUNNING(409),
    /** No more people can join. */
    FULL(409),
    /** Invalid; the message has what was expected. */
    BAD(400),
    /** Too many requests from one place. */
    TOO_FAST(429);

    final int status;

    Code(int status) {
      this.status = status;
    }
  }

  final Code code;

  RequestRefused(Code code, String message) {
    super(message);
    this.code = code;
  }

  static void throwIf(boolean refused, Code code, String message) {
    if (refused) {
      throw new RequestRefused(code, message);
    }
  }
}
