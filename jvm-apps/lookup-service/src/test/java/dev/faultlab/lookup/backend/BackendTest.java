package dev.faultlab.lookup.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackendTest {
  @Test
  void twoRequestsGoOverOneConnectionAndThenItIsClosedOnRequest() throws Exception {
    try (Backend backend = new Backend(0, 100);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), backend.port())) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      assertThat(exchange(socket, in, "keep-alive")).isEqualTo("ok");
      assertThat(exchange(socket, in, "close")).isEqualTo("ok");
      assertThat(in.readLine()).isNull();
    }
  }

  private static String exchange(Socket socket, BufferedReader in, String connection)
      throws IOException {
    String request = "GET / HTTP/1.1\r\nHost: backend\r\nConnection: " + connection + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    assertThat(in.readLine()).isEqualTo("HTTP/1.1 200 OK");
    for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
      assertThat(line).contains(":");
    }
    return in.readLine();
  }
}
