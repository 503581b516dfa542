package dev.faultlab.tools.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Writes a capture of a given size for the benchmark: TCP connections that live side by side (with
 * handshake, data, acknowledgements, a FIN, some retransmissions) and DNS look-ups, IPv4 over
 * Ethernet, frames cut at 192 bytes as on a busy server. The same seed gives the same file.
 *
 * <p>LIVE_CONNECTIONS (5,000) are under way at a time. With IN_A_ROW (8) at 1 they are opened one
 * after the other and hardly go on, as in a flood.
 *
 * <p>Usage: GenerateCapture FILE BYTES [LIVE_CONNECTIONS [IN_A_ROW]]
 */
public final class GenerateCapture {
  private static final int SNAP = 192;
  private static final int FIN = 1;
  private static final int SYN = 2;
  private static final int PSH = 8;
  private static final int ACK = 16;

  private final OutputStream out;
  private final long limit;
  private final int inARow;
  private final Random random = new Random(909_172);
  private final ByteBuffer record = ByteBuffer.allocate(16 + SNAP);
  private final Connection[] live;
  private long written;
  private long micros = 1_700_000_000_000_000L;
  private int opened;
  private int lookups;

  private static final class Connection {
    int client;
    int port;
    int server;
    long clientNext;
    long serverNext;
    int clientIpId;
    int serverIpId;
    int step;
    int segments;
  }

  private GenerateCapture(OutputStream out, long limit, int connections, int inARow) {
    this.out = out;
    this.inARow = inARow;
    this.limit = limit;
    this.live = new Connection[connections];
    record.order(ByteOrder.LITTLE_ENDIAN);
  }

  public static void main(String[] args) throws IOException {
    if (args.length < 2) {
      System.err.println("Usage: GenerateCapture FILE BYTES [LIVE_CONNECTIONS [IN_A_ROW]]");
      System.exit(64);
    }
    int connections = args.length > 2 ? Integer.parseInt(args[2]) : 5_000;
    int inARow = args.length > 3 ? Integer.parseInt(args[3]) : 8;
    try (OutputStream file = Files.newOutputStream(Path.of(args[0]));
        OutputStream out = new java.io.BufferedOutputStream(file, 1 << 20)) {
      new GenerateCapture(out, Long.parseLong(args[1]), connections, inARow).run();
    }
  }

  private void run() throws IOException {
    ByteBuffer header = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putLong(0).putInt(SNAP);
    out.write(header.putInt(1).array());
    written = 24;
    while (written < limit) {
      if (random.nextInt(20) == 0) {
        lookUp();
      } else {
        int slot = inARow == 1 && opened < live.length ? opened : random.nextInt(live.length);
        if (live[slot] == null) {
          live[slot] = open();
        }
        // Senders send windows, not single segments: a connection has some frames in a row.
        boolean over = false;
        for (int burst = 1 + random.nextInt(inARow); burst > 0 && !over; burst--) {
          over = step(live[slot]);
        }
        if (over) {
          live[slot] = null;
        }
      }
    }
  }

  private Connection open() {
    Connection connection = new Connection();
    int n = opened++;
    connection.client = 0x0a000000 | n / 50_000 + 1 << 8 | 1 + n % 200;
    connection.port = 10_000 + n % 50_000;
    connection.server = 0x0aff0000 | 1 + n % 7;
    connection.clientNext = random.nextInt() & 0xffff_ffffL;
    connection.serverNext = random.nextInt() & 0xffff_ffffL;
    connection.segments = 4 + random.nextInt(60);
    return connection;
  }

  /** The next exchange of a connection; true when it is over. */
  private boolean step(Connection c) throws IOException {
    if (c.step == 0) {
      tcp(c, true, SYN, 64_240, 0);
      tcp(c, false, SYN | ACK, 65_160, 0);
      tcp(c, true, ACK, 502, 0);
    } else if (c.step <= c.segments) {
      tcp(c, true, ACK | PSH, 502, 1448);
      if (random.nextInt(200) == 0) {
        c.clientNext -= 1448;
        tcp(c, true, ACK | PSH, 502, 1448);
      }
      tcp(c, false, ACK, 600, 0);
      if (c.step % 4 == 0) {
        tcp(c, false, ACK | PSH, 600, 120);
      }
    } else {
      tcp(c, true, FIN | ACK, 502, 0);
      tcp(c, false, FIN | ACK, 600, 0);
      tcp(c, true, ACK, 502, 0);
      return true;
    }
    c.step++;
    return false;
  }

  private void tcp(Connection c, boolean fromClient, int flags, int window, int length)
      throws IOException {
    boolean syn = (flags & SYN) != 0;
    int header = syn ? 40 : 32;
    int ipId = syn ? 0 : fromClient ? ++c.clientIpId : ++c.serverIpId;
    int from = fromClient ? c.client : c.server;
    int to = fromClient ? c.server : c.client;
    ByteBuffer packet = start(from, to, 6, ipId, header + length);
    packet.putShort((short) (fromClient ? c.port : 9092));
    packet.putShort((short) (fromClient ? 9092 : c.port));
    packet.putInt((int) (fromClient ? c.clientNext : c.serverNext));
    packet.putInt((flags & ACK) == 0 ? 0 : (int) (fromClient ? c.serverNext : c.clientNext));
    packet.put((byte) (header / 4 << 4)).put((byte) flags).putShort((short) window).putInt(0);
    int stamp = (int) (micros / 1000);
    if (syn) {
      packet.putInt(0x020405b4).putShort((short) 0x0402).putShort((short) 0x080a);
      packet.putInt(stamp).putInt(0).putInt(0x01030307);
    } else {
      packet.putInt(0x0101080a).putInt(stamp).putInt(stamp);
    }
    int advance = length + (syn ? 1 : 0) + ((flags & FIN) != 0 ? 1 : 0);
    if (fromClient) {
      c.clientNext += advance;
    } else {
      c.serverNext += advance;
    }
    finish(14 + 20 + header + length);
  }

  private void lookUp() throws IOException {
    int n = lookups++;
    int client = 0x0a000001 + n % 200;
    byte[] name = wire("host" + n % 5000 + ".svc.lab.test");
    int port = 10_000 + n % 50_000;
    dns(client, port, true, n, name);
    dns(client, port, false, n, name);
  }

  private void dns(int client, int port, boolean query, int id, byte[] name) throws IOException {
    int server = 0x0aff0035;
    int length = 12 + name.length + 4 + (query ? 0 : 16);
    ByteBuffer packet = start(query ? client : server, query ? server : client, 17, id, 8 + length);
    packet.putShort((short) (query ? port : 53)).putShort((short) (query ? 53 : port));
    packet.putShort((short) (8 + length)).putShort((short) 0);
    packet.putShort((short) id).putShort((short) (query ? 0x0100 : 0x8180));
    packet.putShort((short) 1).putShort((short) (query ? 0 : 1)).putInt(0);
    packet.put(name).putShort((short) 1).putShort((short) 1);
    if (!query) {
      packet.putShort((short) 0xc00c).putInt(0x00010001).putInt(30).putShort((short) 4);
      packet.putInt(0x0aff0001);
    }
    finish(14 + 20 + 8 + length);
  }

  private static byte[] wire(String name) {
    ByteBuffer wire = ByteBuffer.allocate(name.length() + 2);
    for (String label : name.split("\\.")) {
      wire.put((byte) label.length())
          .put(label.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }
    return wire.put((byte) 0).array();
  }

  /** Leaves the buffer where the transport header begins, in network byte order. */
  private ByteBuffer start(int from, int to, int protocol, int ipId, int length) {
    record.clear();
    record.position(16);
    record.order(ByteOrder.BIG_ENDIAN);
    record.putLong(0x020000000001_0200L).putInt(2).putShort((short) 0x0800);
    record.putShort((short) 0x4500).putShort((short) (20 + length)).putShort((short) ipId);
    record.putShort((short) 0x4000).put((byte) 64).put((byte) protocol).putShort((short) 0);
    return record.putInt(from).putInt(to);
  }

  private void finish(int length) throws IOException {
    int captured = Math.min(length, SNAP);
    micros += 1 + random.nextInt(20);
    record.order(ByteOrder.LITTLE_ENDIAN);
    record.putInt(0, (int) (micros / 1_000_000)).putInt(4, (int) (micros % 1_000_000));
    record.putInt(8, captured).putInt(12, length);
    out.write(record.array(), 0, 16 + captured);
    written += 16 + captured;
  }
}
