package dev.faultlab.storm;

import java.util.List;

/**
 * Many clients of one broker that connect at the same moment, and again whenever the broker was
 * away.
 */
interface Crowd extends AutoCloseable {

  /**
   * How the crowd got in.
   *
   * @param clients how many there are
   * @param served how many had an answer of the broker's before the limit
   * @param refused connection attempts that the broker's host refused (nobody listened)
   * @param attempts connection attempts in all, those of clients that were lost again included
   * @param seconds to the last answer, from the first connection that was lost, or else from the
   *     first attempt
   * @param connectMillis p50, p99 and longest time from the SYN to the established connection, of
   *     all connections
   * @param answerMillis p50, p99 and longest time from the SYN to the first answer
   */
  record Report(
      int clients,
      int served,
      int refused,
      int attempts,
      double seconds,
      List<Double> connectMillis,
      List<Double> answerMillis) {}

  /** Waits until every client was served for the first time, or the limit is over. */
  Report awaitConnected() throws InterruptedException;

  /**
   * Waits until every client has lost its connection and was served again, or the limit is over;
   * the report is on the second round alone.
   */
  Report awaitReconnected() throws InterruptedException;

  @Override
  void close();
}
