package dev.faultlab.classroom;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** An attacker on an address of its own, which opens what it can and finishes nothing. */
final class SlowSockets implements AutoCloseable {
  private static final int CONNECT_MILLIS = 60_000;
  private static final int DRIP_SECONDS = 12;

  private final InetAddress from;
  private final InetSocketAddress to;
  private final List<Socket> sockets = new ArrayList<>();
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "slow-sockets");
            thread.setDaemon(true);
            return thread;
          });

  SlowSockets(String from, int port) throws IOException {
    this.from = InetAddress.getByName(from);
    this.to = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Requests whose headers do not end. */
  SlowSockets headers(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      ask("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
    }
    return this;
  }

  /**
   * Requests whose bodies come byte by byte: often enough that no connection is idle for Jetty, and
   * so rarely that none has sent {@code ConnectionLimits.MOST_CHUNKS} before a test ends.
   */
  SlowSockets bodies(int count) throws IOException {
    List<Socket> slow = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      slow.add(
          ask(
              "POST /api/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                  + "Content-Length: 10000\r\n\r\n{"));
    }
    scheduler.scheduleAtFixedRate(
        () -> slow.forEach(SlowSockets::oneByte), DRIP_SECONDS, DRIP_SECONDS, TimeUnit.SECONDS);
    return this;
  }

  /** Event streams, of which nothing but the first byte is read. */
  SlowSockets streams(int count, String cookie) throws IOException {
    for (int i = 0; i < count; i++) {
      String head = "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n";
      ask(head + "Cookie: " + cookie + "\r\n\r\n").getInputStream().read();
    }
    return this;
  }

  private Socket ask(String head) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(to, CONNECT_MILLIS);
    try {
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      socket.close(); // the server has had enough of this address
    }
    return socket;
  }

  private static void oneByte(Socket socket) {
    try {
      socket.getOutputStream().write(' ');
    } catch (IOException e) {
      // Cut off; the others go on.
    }
  }

  /** Returns when the server has closed all of them. */
  void awaitEnd() throws IOException {
    for (Socket socket : sockets) {
      try {
        socket.getInputStream().readAllBytes();
      } catch (IOException e) {
        continue; // reset, which is an end as well
      }
    }
  }

  @Override
  public void close() throws IOException {
    scheduler.shutdownNow();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
