package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Address;
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
              public void connecting(
                  Address client, Address server, int port, int ttl, long timeNanos) {
                told.add("connecting " + client + " " + server + " " + port);
              }

              @Override
              public void requestBegins(Address client, Address server, int port, boolean first) {
                told.add("begins " + client + " " + server + " " + port + (first ? " first" : ""));
              }

              @Override
              public void requestEnds(Address client, Address server, int port) {
                told.add("ends " + client + " " + server + " " + port);
              }
            },
            new MemoryBudget()));
    return told;
  }
}
