package dev.faultlab.capture.packet;

import dev.faultlab.capture.End;
import dev.faultlab.capture.dns.DnsScene;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A TCP connection in a scene. Sequence numbers are kept by the talk; times are milliseconds. Data
 * that is sent again is sent from where the other side has acknowledged.
 */
public final class TcpConversation {
  private static final int CLIENT_ISN = 1_000_000;
  private static final int SERVER_ISN = 5_000_000;

  private static final int FULL = 1448;

  private final DnsScene scene;
  private byte[] start = new byte[0];
  private final End client;
  private final End server;

  /** One end. */
  private static final class End {
    final String address;
    final int port;
    long isn;
    long next = 1;
    long acknowledged = 1;
    int window = 502;
    int ipId;
    int ttl = 64;

    End(String address, int port, long isn) {
      this.address = address;
      this.port = port;
      this.isn = isn;
      ipId = port % 1000 + 1;
    }
  }

  public TcpConversation(DnsScene scene, String client, int port, String server, int serverPort) {
    this.scene = scene;
    this.client = new End(client, port, CLIENT_ISN);
    this.server = new End(server, serverPort, SERVER_ISN);
  }

  /** Another connection on the same ports. */
  public TcpConversation reconnect() {
    for (End each : new End[] {client, server}) {
      each.isn += 777_777_777L;
      each.next = 1;
      each.acknowledged = 1;
    }
    return this;
  }

  /** The time to live of the client's packets. */
  public TcpConversation ttl(int ttl) {
    client.ttl = ttl;
    return this;
  }

  public TcpConversation windows(int ofClient, int ofServer) {
    client.window = ofClient;
    server.window = ofServer;
    return this;
  }

  /** SYN, SYN-ACK and ACK within a millisecond. */
  public TcpConversation open(double ms) {
    syn(ms).accept(ms + 0.4);
    segment(ms + 0.8, client, server, 1, 1, Packet.ACK, client.window, 0);
    return this;
  }

  public TcpConversation syn(double ms) {
    segment(ms, client, server, 0, 0, Packet.SYN, 64_240, 0);
    return this;
  }

  /** The SYN-ACK. */
  public TcpConversation accept(double ms) {
    segment(ms, server, client, 0, 1, Packet.SYN | Packet.ACK, 64_240, 0);
    return this;
  }

  public TcpConversation send(double ms, int length) {
    return data(ms, client, server, length);
  }

  public TcpConversation reply(double ms, int length) {
    return data(ms, server, client, length);
  }

  /** What the server has not acknowledged, from the first byte on. */
  public TcpConversation sendAgain(double ms, int length) {
    return again(ms, client, server, client.acknowledged, length);
  }

  /** The last bytes of the server once more, whether they were acknowledged or not. */
  public TcpConversation replyAgain(double ms, int length) {
    return again(ms, server, client, server.next - length, length);
  }

  private TcpConversation data(double ms, End from, End to, int length) {
    segment(ms, from, to, from.next, to.next, Packet.ACK | Packet.PSH, from.window, length);
    from.next += length;
    to.acknowledged = to.next;
    return this;
  }

  private TcpConversation again(double ms, End from, End to, long seq, int length) {
    segment(ms, from, to, seq, to.acknowledged, Packet.ACK, from.window, length);
    return this;
  }

  /** The server acknowledges all there is. */
  public TcpConversation ack(double ms) {
    return ack(ms, 0);
  }

  /** All but so many bytes. */
  public TcpConversation ack(double ms, int bytesBehind) {
    client.acknowledged = client.next - bytesBehind;
    segment(ms, server, client, server.next, client.acknowledged, Packet.ACK, server.window, 0);
    return this;
  }

  /** The client acknowledges all but so many bytes. */
  public TcpConversation clientAck(double ms, int bytesBehind) {
    server.acknowledged = server.next - bytesBehind;
    segment(ms, client, server, client.next, server.acknowledged, Packet.ACK, client.window, 0);
    return this;
  }

  public TcpConversation reset(double ms) {
    segment(ms, server, client, server.next, client.next, Packet.RST | Packet.ACK, 0, 0);
    return this;
  }

  /** A reset that comes from another distance. */
  private TcpConversation reset(double ms, int ttl) {
    int usual = server.ttl;
    server.ttl = ttl > 0 ? ttl : usual;
    reset(ms);
    server.ttl = usual;
    return this;
  }

  private TcpConversation fin(double ms, End from, End to) {
    segment(ms, from, to, from.next++, to.next, Packet.FIN | Packet.ACK, from.window, 0);
    return this;
  }

  /** A ClientHello of TLS, in as many frames as it takes. */
  private TcpConversation hello(double ms, int length, int frame) {
    start = Wire.join(Wire.bytes(22, 3, 1), Wire.u16(length - 5));
    for (int rest = length; rest > 0; rest -= frame) {
      send(ms, Math.min(rest, frame));
      start = new byte[0];
    }
    return this;
  }

  /** A router refuses the client's SYN (ICMP type 3). */
  private TcpConversation refused(double ms, int code) {
    byte[] tcp = Wire.tcp(client.port, server.port, client.isn, 0, 2, 0, new byte[0], new byte[0]);
    byte[] syn = Wire.ipv4(client.address, server.address, 6, 1, tcp);
    byte[] icmp = Wire.join(Wire.bytes(3, code, 0, 0, 0, 0, 0, 0), syn);
    scene.raw(ms, Wire.ethernet(Wire.ipv4("10.0.0.254", client.address, 1, 1, icmp)));
    return this;
  }

  private void segment(
      double ms, End from, End to, long seq, long ack, int flags, int window, int length) {
    boolean syn = (flags & Packet.SYN) != 0;
    boolean acks = (flags & Packet.ACK) != 0;
    int id = syn && acks ? 0 : from.ipId++;
    byte[] options = syn ? Wire.synOptions(1460, 7) : Wire.timestamps(1000 + (long) ms);
    byte[] tcp =
        Wire.tcp(
            from.port,
            to.port,
            from.isn + seq,
            acks ? to.isn + ack : 0,
            flags,
            window,
            options,
            Arrays.copyOf(start, length));
    byte[] packet = Wire.ipv4(from.address, to.address, 6, id, tcp);
    packet[8] = (byte) from.ttl;
    scene.raw(ms, Wire.ethernet(packet));
  }

  private static final Pattern STEP =
      Pattern.compile("([\\d.]+)([osarkcw<>+fFhHi-])(\\d*)(?:[*](\\d+))?");

  /**
   * Conversations of one client, separated by |, each from another port, in the order of their
   * times. A step is a time in milliseconds and what happens: o opens, s is a SYN and a its answer,
   * &gt; is data of the client and &lt; of the server, + and - are the same again, k is the
   * server's acknowledgement of all but so many bytes and c the client's, w the server's with
   * another window, r a reset, from another distance with a time to live, f and F the FIN of client
   * and server, h a ClientHello of so many bytes, H one in a frame that the card segments, i an
   * ICMP error with a code. *n sends data again so often, each time after twice as long. @ names
   * the server and a port, # the client's port. What begins with $ is DNS, as {@link DnsScene#play}
   * has it.
   */
  public static DnsScene play(String talks) {
    DnsScene scene = new DnsScene();
    List<Map.Entry<Double, Runnable>> steps = new ArrayList<>();
    int port = 40_000;
    for (String each : talks.split("[|]")) {
      if (each.strip().startsWith("$")) {
        for (String step : each.strip().substring(1).strip().split("\\s+")) {
          steps.add(
              Map.entry(
                  Double.parseDouble(step.replaceFirst("[^\\d.].*", "")), () -> scene.play(step)));
        }
        continue;
      }
      String server = each.contains("@") ? each.replaceFirst("(?s).*@(\\S+).*", "$1") : "10.0.0.9";
      String own = each.contains("#") ? each.replaceFirst("(?s).*#(\\d+).*", "$1") : "" + port++;
      int colon = server.indexOf(':');
      int usual = server.endsWith(".53") ? 53 : 80;
      int serverPort = colon < 0 ? usual : Integer.parseInt(server.substring(colon + 1));
      server = colon < 0 ? server : server.substring(0, colon);
      TcpConversation talk =
          new TcpConversation(scene, "10.0.0.1", Integer.parseInt(own), server, serverPort);
      for (Matcher step = STEP.matcher(each.replaceAll("[@#]\\S+", "")); step.find(); ) {
        double ms = Double.parseDouble(step.group(1));
        String what = step.group(2);
        int length = step.group(3).isEmpty() ? 0 : Integer.parseInt(step.group(3));
        steps.add(Map.entry(ms, () -> talk.step(ms, what, length)));
        int repeats = step.group(4) == null ? 0 : Integer.parseInt(step.group(4));
        for (int n = 1; n <= repeats; n++) {
          double later = ms + 200 * ((1 << n) - 1);
          steps.add(Map.entry(later, () -> talk.sendAgain(later, length)));
        }
      }
    }
    steps.sort(Map.Entry.comparingByKey());
    steps.forEach(each -> each.getValue().run());
    return scene;
  }

  private TcpConversation step(double ms, String what, int length) {
    return switch (what) {
      case "o" -> open(ms);
      case "s" -> syn(ms);
      case "a" -> accept(ms);
      case "r" -> reset(ms, length);
      case "f" -> fin(ms, client, server);
      case "F" -> fin(ms, server, client);
      case "h" -> hello(ms, length, FULL);
      case "H" -> hello(ms, length, length);
      case "i" -> refused(ms, length);
      case "k" -> ack(ms, length);
      case "c" -> clientAck(ms, length);
      case "w" -> windows(client.window, length).ack(ms);
      case ">" -> send(ms, length);
      case "<" -> reply(ms, length);
      case "+" -> sendAgain(ms, length);
      default -> replyAgain(ms, length);
    };
  }
}
