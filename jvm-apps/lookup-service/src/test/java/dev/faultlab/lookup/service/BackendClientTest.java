package dev.faultlab.lookup.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackendClientTest {
  /** A connection that ends by a FIN would leave its port in TIME_WAIT on one of the two sides. */
  @Test
  void aConnectionThatIsNotKeptEndsByAReset() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        BackendClient client =
            new BackendClient(name -> InetAddress.getLoopbackAddress(), Connection.NEW, 1)) {
      Future<Integer> behindTheAnswer = threads.submit(() -> readBehindTheAnswer(server));

      assertThat(client.call("backend.lab", server.getLocalPort())).isEqualTo(200);
      assertThatThrownBy(behindTheAnswer::get).hasCauseInstanceOf(SocketException.class);
    } finally {
      threads.shutdownNow();
    }
  }

  private static int readBehindTheAnswer(ServerSocket server) throws IOException {
    try (Socket socket = server.accept()) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
        assertThat(line).containsAnyOf("GET ", ":");
      }
      String answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      return in.read();
    }
  }
}
