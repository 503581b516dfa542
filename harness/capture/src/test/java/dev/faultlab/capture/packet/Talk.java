package dev.faultlab.capture.packet;

import dev.faultlab.capture.End;
import dev.faultlab.capture.dns.DnsScene;

/**
 * A TCP connection in a scene. Sequence numbers are kept by the talk; times are milliseconds. Data
 * that is sent again is sent from where the other side has acknowledged.
 */
public final class Talk {
  private static final int CLIENT_ISN = 1_000_000;
  private static final int SERVER_ISN = 5_000_000;

  private final DnsScene scene;
  private final End client;
  private final End server;
  private final int scale = 7;

  /** One end. */
  private static final class End {
    final String address;
    final int port;
    long isn;
    long next = 1;
    long acknowledged = 1;
    int window = 502;
    int ipId;

    /** What a box adds to its sequence numbers; 0 where there is none. */
    long shift;

    End(String address, int port, long isn) {
      this.address = address;
      this.port = port;
      this.isn = isn;
      ipId = port % 1000 + 1;
    }
  }

  public Talk(DnsScene scene, String client, int port, String server, int serverPort) {
    this.scene = scene;
    this.client = new End(client, port, CLIENT_ISN);
    this.server = new End(server, serverPort, SERVER_ISN);
  }

  /** From here on each segment is captured on both sides of a box that shifts these numbers. */
  public Talk throughBox(long clientShift, long serverShift) {
    client.shift = clientShift;
    server.shift = serverShift;
    return this;
  }

  /** Another connection on the same ports. */
  public Talk anew() {
    for (End each : new End[] {client, server}) {
      each.isn += 777_777_777L;
      each.next = 1;
      each.acknowledged = 1;
    }
    return this;
  }

  public Talk windows(int ofClient, int ofServer) {
    client.window = ofClient;
    server.window = ofServer;
    return this;
  }

  /** SYN, SYN-ACK and ACK within a millisecond. */
  public Talk open(double ms) {
    syn(ms).accept(ms + 0.4);
    segment(ms + 0.8, client, server, 1, 1, Packet.ACK, client.window, 0);
    return this;
  }

  public Talk syn(double ms) {
    segment(ms, client, server, 0, 0, Packet.SYN, 64_240, 0);
    return this;
  }

  /** The SYN-ACK. */
  public Talk accept(double ms) {
    segment(ms, server, client, 0, 1, Packet.SYN | Packet.ACK, 64_240, 0);
    return this;
  }

  public Talk send(double ms, int length) {
    return data(ms, client, server, length);
  }

  public Talk reply(double ms, int length) {
    return data(ms, server, client, length);
  }

  /** What the server has not acknowledged, from the first byte on. */
  public Talk sendAgain(double ms, int length) {
    return again(ms, client, server, client.acknowledged, length);
  }

  /** The last bytes of the server once more, whether they were acknowledged or not. */
  public Talk replyAgain(double ms, int length) {
    return again(ms, server, client, server.next - length, length);
  }

  private Talk data(double ms, End from, End to, int length) {
    segment(ms, from, to, from.next, to.next, Packet.ACK | Packet.PSH, from.window, length);
    from.next += length;
    to.acknowledged = to.next;
    return this;
  }

  private Talk again(double ms, End from, End to, long seq, int length) {
    segment(ms, from, to, seq, to.acknowledged, Packet.ACK, from.window, length);
    return this;
  }

  /** The server acknowledges all there is. */
  public Talk ack(double ms) {
    return ack(ms, 0);
  }

  /** All but so many bytes. */
  public Talk ack(double ms, int less) {
    client.acknowledged = client.next - less;
    segment(ms, server, client, server.next, client.acknowledged, Packet.ACK, server.window, 0);
    return this;
  }

  /** The client acknowledges all but so many bytes. */
  public Talk clientAck(double ms, int less) {
    server.acknowledged = server.next - less;
    segment(ms, client, server, client.next, server.acknowledged, Packet.ACK, client.window, 0);
    return this;
  }

  public Talk reset(double ms) {
    segment(ms, server, client, server.next, client.next, Packet.RST | Packet.ACK, 0, 0);
    return this;
  }

  private void segment(
      double ms, End from, End to, long seq, long ack, int flags, int window, int length) {
    boolean syn = (flags & Packet.SYN) != 0;
    int id = syn && (flags & Packet.ACK) != 0 ? 0 : from.ipId++;
    boolean box = client.shift != 0 || server.shift != 0;
    // The client's side of the box first where the client sends.
    boolean inner = !box || from == client;
    one(ms, from, to, inner ? 0 : 1, seq, ack, flags, window, length, id);
    if (box) {
      one(ms + 0.05, from, to, inner ? 1 : 0, seq, ack, flags, window, length, id);
    }
  }

  private void one(
      double ms,
      End from,
      End to,
      int side,
      long seq,
      long ack,
      int flags,
      int window,
      int length,
      int id) {
    boolean syn = (flags & Packet.SYN) != 0;
    byte[] options = syn ? Wire.synOptions(1460, scale) : Wire.timestamps(1000 + (long) ms);
    boolean acks = (flags & Packet.ACK) != 0;
    byte[] tcp =
        Wire.tcp(
            from.port,
            to.port,
            from.isn + seq + side * from.shift,
            acks ? to.isn + ack + side * to.shift : 0,
            flags,
            window,
            options,
            new byte[length]);
    scene.raw(ms, Wire.ethernet(Wire.ipv4(from.address, to.address, 6, id, tcp)));
  }
}
