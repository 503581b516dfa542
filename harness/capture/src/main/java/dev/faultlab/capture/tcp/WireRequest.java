package dev.faultlab.capture.tcp;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpPoint;
import java.util.ArrayList;
import java.util.List;

/**
 * A request and its answer as packets show them, for any protocol: the client sends data on a
 * connection without a pending answer, and later the server sends some. For pipelined requests only
 * the first is seen.
 *
 * @param firstFrame the first segment of the request
 * @param answerFrame the first segment of the answer
 * @param beginNanos capture time of the first segment, since 1970
 * @param endNanos capture time of the first segment of the answer
 * @param bytes payload in between, repetitions included
 */
public record WireRequest(
    long firstFrame, long answerFrame, long beginNanos, long endNanos, long bytes) {

  /**
   * The answered requests of a connection.
   *
   * @param connection with its timeline
   */
  public static List<WireRequest> of(TcpConnection connection) {
    List<WireRequest> requests = new ArrayList<>();
    TcpPoint begin = null;
    long bytes = 0;
    for (TcpPoint point : connection.timeline()) {
      if (point.payload() == 0) {
        continue;
      }
      if (point.fromClient()) {
        if (begin == null) {
          begin = point;
          bytes = 0;
        }
        bytes += point.payload();
      } else if (begin != null) {
        requests.add(
            new WireRequest(
                begin.frame(), point.frame(), begin.timeNanos(), point.timeNanos(), bytes));
        begin = null;
      }
    }
    return requests;
  }

  public double millis() {
    return (endNanos - beginNanos) / 1e6;
  }
}
