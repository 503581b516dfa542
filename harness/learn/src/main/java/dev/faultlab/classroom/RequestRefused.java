package dev.faultlab.classroom;

/** A request that is not allowed now; the page has a text for each code. */
final class RequestRefused extends RuntimeException {

  /** Why. */
  enum Code {
    /** Not joined, or without the token that this needs. */
    NOT_YOU(401),
    /** A token or a join code that is not this session's. */
    WRONG_KEY(403),
    /** It takes no answers to that question now. */
    CLOSED(409),
    /** There is no result yet to grade by. */
    NO_RESULT(409),
    /** A run of this session is under way. */
    RUNNING(409),
    /** No more people can join. */
    FULL(409),
    /** Not what was expected; the message says what was. */
    BAD(400),
    /** Too much from one place. */
    TOO_FAST(429);

    private final int status;

    Code(int status) {
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  private final Code code;

  RequestRefused(Code code, String message) {
    super(message);
    this.code = code;
  }

  Code code() {
    return code;
  }
}
