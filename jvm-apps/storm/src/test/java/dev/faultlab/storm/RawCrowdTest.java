package dev.faultlab.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RawCrowdTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Backoff BACKOFF = Backoff.together(Duration.ofMillis(200));

  /**
   * Answers the first request of each connection with what a broker would: a size and that many
   * bytes.
   */
  private static final class Broker implements AutoCloseable {
    private final ServerSocket listener;
    private final Thread accepting = new Thread(this::accept);
    private final List<Socket> connections = new CopyOnWriteArrayList<>();

    Broker(int port) throws IOException {
      listener = new ServerSocket();
      listener.setReuseAddress(true);
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      accepting.setDaemon(true);
      accepting.start();
    }

    private void accept() {
      try {
        while (true) {
          Socket client = listener.accept();
          connections.add(client);
          answer(client);
        }
      } catch (IOException e) {
        // closed: the test is over, or the broker restarts
      }
    }

    InetSocketAddress address() {
      return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** Ends all connections and goes on listening. */
    void dropAll() throws IOException {
      for (Socket connection : connections) {
        connection.close();
      }
    }

    @Override
    public void close() throws IOException, InterruptedException {
      listener.close();
      // The port stays taken until the thread has come back from accept.
      accepting.join();
      dropAll();
    }
  }

  private static void answer(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    byte[] request = in.readNBytes(in.readInt());
    assertThat(request[1]).isEqualTo((byte) 18);
    DataOutputStream out = new DataOutputStream(client.getOutputStream());
    out.writeInt(6);
    out.writeInt(1);
    out.writeShort(0);
  }

  @Test
  @Timeout(60)
  void everyClientIsServedAndComesBackAfterARestart() throws Exception {
    Broker before = new Broker(0);
    InetSocketAddress address = before.address();
    try (RawCrowd crowd = new RawCrowd(address, 40, Duration.ZERO, BACKOFF, LIMIT)) {
      Crowd.Report first = crowd.awaitConnected();
      assertThat(first.served()).isEqualTo(40);
      assertThat(first.connectMillis()).hasSize(3);
      before.close();
      try (Broker after = new Broker(address.getPort())) {
        Crowd.Report second = crowd.awaitReconnected();
        assertThat(second.served()).isEqualTo(40);
        assertThat(second.attempts()).isGreaterThanOrEqualTo(40);
      }
    }
  }

  @Test
  @Timeout(60)
  void theSecondRoundBeginsWhereTheFirstConnectionIsLost() throws Exception {
    // Whoever has lost its connection waits for a second before its next attempt.
    Backoff later = (now, failures) -> now + Duration.ofSeconds(1).toNanos();
    try (Broker broker = new Broker(0);
        RawCrowd crowd = new RawCrowd(broker.address(), 4, Duration.ZERO, later, LIMIT)) {
      crowd.awaitConnected();
      broker.dropAll();
      Crowd.Report second = crowd.awaitReconnected();
      assertThat(second.served()).isEqualTo(4);
      assertThat(second.seconds()).isGreaterThanOrEqualTo(1);
    }
  }

  @Test
  @Timeout(60)
  void aClientThatIsLostAgainAndAgainIsCountedOnce() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        RawCrowd crowd =
            new RawCrowd(
                (InetSocketAddress) listener.getLocalSocketAddress(),
                2,
                Duration.ZERO,
                BACKOFF,
                Duration.ofMillis(1))) {
      listener.setSoTimeout((int) LIMIT.toMillis());
      try (Socket kept = listener.accept()) {
        answer(kept);
        // The other one's: in the first round, and two in the second.
        for (int i = 0; i < 3; i++) {
          try (Socket dropped = listener.accept()) {
            answer(dropped);
          }
        }
        // Whoever comes back has read the answer on the connection before.
        try (Socket back = listener.accept()) {
          Crowd.Report second = crowd.awaitReconnected();
          assertThat(second.clients()).isEqualTo(2);
          assertThat(second.served()).isEqualTo(1);
          assertThat(second.attempts()).isEqualTo(3);
        }
      }
    }
  }

  @Test
  @Timeout(60)
  void whoIsNotServedIsReportedAsSuch() throws Exception {
    // A listener that nobody accepts from: the handshakes succeed, no answer ever comes.
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        RawCrowd crowd =
            new RawCrowd(
                (InetSocketAddress) silent.getLocalSocketAddress(),
                10,
                Duration.ZERO,
                BACKOFF,
                Duration.ofMillis(300))) {
      Crowd.Report report = crowd.awaitConnected();
      assertThat(report.clients()).isEqualTo(10);
      assertThat(report.served()).isZero();
    }
  }

  @Test
  @Timeout(60)
  void aCrowdThatIsSpreadTakesItsTime() throws Exception {
    long before = System.nanoTime();
    try (Broker broker = new Broker(0);
        RawCrowd crowd =
            new RawCrowd(broker.address(), 10, Duration.ofSeconds(1), BACKOFF, LIMIT)) {
      Crowd.Report report = crowd.awaitConnected();
      assertThat(report.served()).isEqualTo(10);
      // The last of ten is due 900 ms after the crowd was made, however slow the machine is. The
      // first may come late, so that the report's own time says nothing.
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isGreaterThanOrEqualTo(Duration.ofMillis(900));
    }
  }

  @Test
  void theRequestIsOneThatKafkaUnderstands() {
    // Size 15, key 18, version 0, correlation id 7, client id "storm".
    assertThat(KafkaBytes.apiVersions(7).array())
        .containsExactly(0, 0, 0, 15, 0, 18, 0, 0, 0, 0, 0, 7, 0, 5, 's', 't', 'o', 'r', 'm');
  }
}
