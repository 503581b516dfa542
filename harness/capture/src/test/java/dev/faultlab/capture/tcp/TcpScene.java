package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes one TCP conversation after the other as a capture. Sequence numbers in calls are relative:
 * 0 is the SYN, 1 the first byte of data. A millisecond passes with each segment.
 */
public final class TcpScene {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long CLIENT_ISN = 0xffff_f000L;
  private static final long SERVER_ISN = 5000;

  private final CaptureFile file = CaptureFile.pcap();
  private final boolean six;
  private int port = 40_000;
  private int serverPort = 9092;
  private long millis;
  private int clientIpId = 1000;
  private int serverIpId = 1;
  private long stamp = 1000;
  private int serverTtl = 64;

  public TcpScene() {
    this(false);
  }

  public TcpScene(boolean six) {
    this.six = six;
  }

  public TcpScene snap(int length) {
    file.snap(length);
    return this;
  }

  public TcpScene port(int clientPort) {
    port = clientPort;
    return this;
  }

  public TcpScene serverPort(int port) {
    serverPort = port;
    return this;
  }

  public TcpScene pause(long ms) {
    millis += ms;
    return this;
  }

  /** SYN, SYN-ACK and ACK; a negative scale leaves the option out. */
  public TcpScene handshake(int clientScale, int synAckWindow, int serverScale) {
    return handshake(
        Wire.synOptions(1460, clientScale), synAckWindow, Wire.synOptions(1460, serverScale), 502);
  }

  public TcpScene handshake(
      byte[] clientOptions, int synAckWindow, byte[] serverOptions, int clientWindow) {
    client(0, 0, Packet.SYN, 64_240, clientOptions, 0);
    server(0, 1, Packet.SYN | Packet.ACK, synAckWindow, serverOptions, 0);
    return client(1, 1, Packet.ACK, clientWindow, stamps(), 0);
  }

  /** A data segment of the client. */
  public TcpScene data(long seq, int length) {
    return client(seq, 1, Packet.ACK | Packet.PSH, 502, stamps(), length);
  }

  /** An acknowledgement of the server. */
  public TcpScene ack(long ack, int window) {
    return server(1, ack, Packet.ACK, window, stamps(), 0);
  }

  public TcpScene client(long seq, long ack, int flags, int window, byte[] options, int length) {
    long acknowledgement = (flags & Packet.ACK) == 0 ? 0 : SERVER_ISN + ack;
    byte[] tcp =
        Wire.tcp(
            port,
            serverPort,
            CLIENT_ISN + seq,
            acknowledgement,
            flags,
            window,
            options,
            new byte[length]);
    return segment(tcp, true, clientIpId++);
  }

  public TcpScene server(long seq, long ack, int flags, int window, byte[] options, int length) {
    byte[] tcp =
        Wire.tcp(
            serverPort,
            port,
            SERVER_ISN + seq,
            CLIENT_ISN + ack,
            flags,
            window,
            options,
            new byte[length]);
    return segment(tcp, false, (flags & Packet.SYN) != 0 ? 0 : serverIpId++);
  }

  /** The next server segment was sent before the one that was written last. */
  public TcpScene serverIpId(int id) {
    serverIpId = id;
    return this;
  }

  public TcpScene serverTtl(int ttl) {
    serverTtl = ttl;
    return this;
  }

  public byte[] stamps() {
    return Wire.timestamps(stamp++);
  }

  public TcpScene stamp(long value) {
    stamp = value;
    return this;
  }

  private TcpScene segment(byte[] tcp, boolean fromClient, int ipId) {
    String from = six ? "fd00::1" : "10.0.0.1";
    String to = six ? "fd00::2" : "10.0.0.2";
    byte[] ip =
        six
            ? Wire.ipv6(fromClient ? from : to, fromClient ? to : from, 6, tcp)
            : Wire.ipv4(fromClient ? from : to, fromClient ? to : from, 6, ipId, tcp);
    if (!fromClient) {
      ip[six ? 7 : 8] = (byte) serverTtl;
    }
    file.add(START + millis++ * 1_000_000L, Wire.ethernet(ip));
    return this;
  }

  /**
   * Several segments: S7/64240 is a SYN with a scale and a window, A1/65160 its answer, and
   * h7/65160/1 both with what follows; - is no scale, m no option but the segment size, n none with
   * a time stamp. Then c502 is the client's acknowledgement with a window, &gt;1448 data, a789 the
   * server's acknowledgement of all of it and k1001/789 of a part, x6/1448/789 data that is
   * acknowledged six times, w1/100 data at a place, q a keepalive probe of the client; R and r a
   * reset of the server and of the client, f and F a FIN; p the client's port and t the server's
   * time to live from there on, and P a pause in milliseconds.
   */
  public TcpScene play(String steps) {
    long next = 1;
    for (String step : steps.trim().split("\\s+")) {
      String[] parts = step.substring(1).split("/");
      switch (step.charAt(0)) {
        case 'S' -> client(0, 0, Packet.SYN, number(parts[1]), options(parts[0]), 0);
        case 'A' -> server(0, 1, Packet.SYN | Packet.ACK, number(parts[1]), options(parts[0]), 0);
        case 'h' -> handshake(options(parts[0]), number(parts[1]), options(parts[2]), 502);
        case 'c' -> client(next, 1, Packet.ACK, number(parts[0]), stamps(), 0);
        case 'a' -> ack(next, number(parts[0]));
        case 'k' -> ack(number(parts[0]), number(parts[1]));
        case 'R' -> server(1, next, Packet.RST | Packet.ACK, 0, new byte[0], 0);
        case 'r' -> client(next, 1, Packet.RST | Packet.ACK, 0, new byte[0], 0);
        case 'F' -> client(next, 1, Packet.FIN | Packet.ACK, 502, stamps(), 0);
        case 'f' -> server(1, next, Packet.FIN | Packet.ACK, 502, stamps(), 0);
        case 'w' -> data(number(parts[0]), number(parts[1]));
        case 'q' -> client(next - 1, 1, Packet.ACK, 502, stamps(), 0);
        case 'P' -> pause(number(parts[0]));
        case 't' -> serverTtl(number(parts[0]));
        case 'p' -> {
          port(number(parts[0]));
          next = 1;
        }
        case '>' -> {
          data(next, number(parts[0]));
          next += number(parts[0]);
        }
        case 'x' -> {
          for (int i = 0; i < number(parts[0]); i++) {
            data(next, number(parts[1]));
            next += number(parts[1]);
            ack(next, number(parts[2]));
          }
        }
        default -> throw new IllegalArgumentException(step);
      }
    }
    return this;
  }

  private static int number(String text) {
    return Integer.parseInt(text);
  }

  private static byte[] options(String scale) {
    return switch (scale) {
      case "m" -> Wire.bytes(2, 4, 5, 180);
      case "s" -> Wire.bytes(2, 4, 5, 180, 4, 2, 1, 1);
      case "n" -> Wire.bytes(2, 4, 5, 180, 4, 2, 1, 3, 3, 7);
      case "-" -> Wire.synOptions(1460, -1);
      default -> Wire.synOptions(1460, number(scale));
    };
  }

  public byte[] toBytes() {
    return file.toBytes();
  }

  public List<TcpConnection> read() {
    return read(false);
  }

  public List<TcpConnection> read(boolean timelines) {
    return file.connections(timelines);
  }

  /** Shows it to whoever listens. */
  public void feed(CaptureScan.Listener listener) {
    file.scan(listener);
  }

  /** Connects and requests, as they are told. */
  public List<String> events() {
    List<String> told = new ArrayList<>();
    feed(
        new TcpTracker(
            any -> {},
            false,
            new TcpEvents() {
              @Override
              public void connecting(Address client, Endpoint server, int ttl, long timeNanos) {
                told.add("connecting " + client + " " + server.address() + " " + server.port());
              }

              @Override
              public void requestBegins(Address client, Endpoint server, boolean first) {
                String ends = client + " " + server.address() + " " + server.port();
                told.add("begins " + ends + (first ? " first" : ""));
              }

              @Override
              public void requestEnds(Address client, Endpoint server) {
                told.add("ends " + client + " " + server.address() + " " + server.port());
              }
            },
            new MemoryBudget()));
    return told;
  }
}
