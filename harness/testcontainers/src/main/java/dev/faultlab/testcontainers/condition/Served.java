package dev.faultlab.testcontainers.condition;

/**
 * Which of the requests to a service were served while others hang. The upstream's replies tell an
 * answer from an error page or a cache. A reply may have several segments, and several replies may
 * share one, so they are compared with those to as many requests before.
 *
 * @param answers as the asker saw them
 * @param usual segments with replies before, to at least as many requests
 * @param replies the same meanwhile
 */
record Served(Answers answers, long usual, long replies) {

  /** Requests that were not served. */
  long stopped() {
    int asked = answers.asked();
    if (!answers.complete()) {
      return asked - answers.answered();
    }
    return 2 * replies >= Math.min(usual, asked) ? 0 : asked - replies;
  }

  /** Whether the upstream replied to all of them, and the asker did not see it. */
  boolean unclear() {
    int asked = answers.asked();
    long segments = Math.max(1, (2 * usual + asked) / (2 * asked));
    return stopped() > 0 && replies >= segments * asked;
  }
}
