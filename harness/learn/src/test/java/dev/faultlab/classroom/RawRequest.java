package dev.faultlab.classroom;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A request with a host of choice, which Java's own client does not send. */
final class RawRequest {
  static int status(int port, String host) throws IOException {
    return answer(port, "GET / HTTP/1.1\r\nHost: " + host + "\r\n");
  }

  /**
   * The status of any request to this machine.
   *
   * @param ask method and target
   * @param headers each with its line end
   */
  static int status(int port, String ask, String headers) throws IOException {
    return answer(port, ask + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers);
  }

  private static int answer(int port, String head) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      socket
          .getOutputStream()
          .write((head + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      return Integer.parseInt(in.readLine().split(" ")[1]);
    }
  }
}
