package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpPoint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireRequestTest {
  private final List<TcpPoint> timeline = new ArrayList<>();

  @Test
  void aRequestLastsFromItsFirstSegmentToTheFirstOfTheAnswer() {
    client(10, 100);
    server(11, 0);
    client(12, 50);
    server(17, 8);
    server(18, 9);
    assertThat(WireRequest.of(connection()))
        .containsExactly(new WireRequest(1, 4, 10_000_000, 17_000_000, 150));
    assertThat(WireRequest.of(connection()).get(0).millis()).isEqualTo(7);
  }

  @Test
  void theNextRequestBeginsAfterTheAnswer() {
    client(1, 100);
    server(2, 10);
    client(5, 200);
    server(9, 10);
    assertThat(WireRequest.of(connection()))
        .extracting(WireRequest::bytes)
        .containsExactly(100L, 200L);
  }

  @Test
  void whatIsNotAnsweredIsNoRequestYet() {
    server(1, 20);
    client(2, 100);
    server(3, 0);
    assertThat(WireRequest.of(connection())).isEmpty();
  }

  private void client(long millis, int payload) {
    point(millis, true, payload);
  }

  private void server(long millis, int payload) {
    point(millis, false, payload);
  }

  private void point(long millis, boolean fromClient, int payload) {
    timeline.add(
        new TcpPoint(timeline.size() + 1, millis * 1_000_000, fromClient, payload, 500, 64_000, 0));
  }

  private TcpConnection connection() {
    TcpConnection any = new TcpScene().handshake(7, 65_160, 1).read().get(0);
    return new TcpConnection(
        new Endpoint(Address.v4(1), 40_000),
        new Endpoint(Address.v4(2), 9092),
        any.clientSide(),
        any.serverSide(),
        any.opening(),
        any.ending(),
        timeline);
  }
}
