package dev.faultlab.tools.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Writes a capture of a given size for the benchmark: TCP connections that live side by side (with
 * handshake, data, acknowledgements, a FIN, some retransmissions) and DNS lookups, IPv4 over
 * Ethernet, frames cut at 192 bytes as on a busy server. The same seed gives the same file.
 *
 * <p>LIVE_CONNECTIONS (5,000) are open at a time. With IN_A_ROW (8) at 1 they are opened one after
 * the other and hardly continue, as in a flood.
 *
 * <p>Usage: GenerateCapture FILE BYTES [LIVE_CONNECTIONS [IN_A_ROW]]
 */
public final class GenerateCapture {
  private static final int SNAP = 192;
  private static final int FIN = 1;
  private static final int SYN = 2;
  private static final int PSH = 8;
  private static final int ACK = 16;
  private static final int CLIENT = 0;
  private static final int SERVER = 1;
  private static final int NAME_SERVER = 0x0aff0035;

  private final OutputStream out;
  private final Random random = new Random(909_172);
  private final ByteBuffer record = ByteBuffer.allocate(16 + SNAP);
  private long written = 24;
  private long micros = 1_700_000_000_000_000L;
  private int opened;
  private int lookups;

  private GenerateCapture(OutputStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws IOException {
    int connections = args.length > 2 ? Integer.parseInt(args[2]) : 5_000;
    int inARow = args.length > 3 ? Integer.parseInt(args[3]) : 8;
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(Path.of(args[0])), 1 << 20)) {
      new GenerateCapture(out).run(Long.parseLong(args[1]), new Connection[connections], inARow);
    }
  }

  private void run(long limit, Connection[] live, int inARow) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putLong(0).putInt(SNAP);
    out.write(header.putInt(1).array());
    while (written < limit) {
      if (random.nextInt(20) == 0) {
        lookUp();
        continue;
      }
      int slot = inARow == 1 && opened < live.length ? opened : random.nextInt(live.length);
      if (live[slot] == null) {
        live[slot] = new Connection();
      }
      // Senders send windows, not single segments, so a connection has several frames in a row.
      boolean over = false;
      for (int burst = 1 + random.nextInt(inARow); burst > 0 && !over; burst--) {
        over = live[slot].step();
      }
      if (over) {
        live[slot] = null;
      }
    }
  }

  /** Values of each side are in the order client, server. */
  private final class Connection {
    private final int[] address;
    private final int[] port;
    private final long[] next = new long[2];
    private final int[] ipId = new int[2];
    private final int segments;
    private int step;

    Connection() {
      int n = opened++;
      address = new int[] {0x0a000000 | n / 50_000 + 1 << 8 | 1 + n % 200, 0x0aff0000 | 1 + n % 7};
      port = new int[] {10_000 + n % 50_000, 9092};
      next[CLIENT] = random.nextInt() & 0xffff_ffffL;
      next[SERVER] = random.nextInt() & 0xffff_ffffL;
      segments = 4 + random.nextInt(60);
    }

    /** The next exchange; true when the connection is over. */
    boolean step() throws IOException {
      if (step == 0) {
        send(CLIENT, SYN, 64_240, 0);
        send(SERVER, SYN | ACK, 65_160, 0);
        send(CLIENT, ACK, 502, 0);
      } else if (step <= segments) {
        send(CLIENT, ACK | PSH, 502, 1448);
        if (random.nextInt(200) == 0) {
          next[CLIENT] -= 1448;
          send(CLIENT, ACK | PSH, 502, 1448);
        }
        send(SERVER, ACK, 600, 0);
        if (step % 4 == 0) {
          send(SERVER, ACK | PSH, 600, 120);
        }
      } else {
        send(CLIENT, FIN | ACK, 502, 0);
        send(SERVER, FIN | ACK, 600, 0);
        send(CLIENT, ACK, 502, 0);
      }
      return step++ > segments;
    }

    private void send(int side, int flags, int window, int length) throws IOException {
      boolean syn = (flags & SYN) != 0;
      int header = syn ? 40 : 32;
      int other = 1 - side;
      ByteBuffer packet =
          start(address[side], address[other], 6, syn ? 0 : ++ipId[side], header + length);
      packet.putShort((short) port[side]).putShort((short) port[other]);
      packet.putInt((int) next[side]).putInt((flags & ACK) == 0 ? 0 : (int) next[other]);
      packet.put((byte) (header / 4 << 4)).put((byte) flags).putShort((short) window).putInt(0);
      int stamp = (int) (micros / 1000);
      if (syn) {
        packet.putInt(0x020405b4).putShort((short) 0x0402).putShort((short) 0x080a);
        packet.putInt(stamp).putInt(0).putInt(0x01030307);
      } else {
        packet.putInt(0x0101080a).putInt(stamp).putInt(stamp);
      }
      next[side] += length + (syn ? 1 : 0) + (flags & FIN);
      finish(14 + 20 + header + length);
    }
  }

  private void lookUp() throws IOException {
    int n = lookups++;
    byte[] name = wire("host" + n % 5000 + ".svc.lab.test");
    int[] ends = {0x0a000001 + n % 200, NAME_SERVER};
    int[] ports = {10_000 + n % 50_000, 53};
    for (int side : new int[] {CLIENT, SERVER}) {
      int other = 1 - side;
      int length = 12 + name.length + 4 + 16 * side;
      ByteBuffer packet = start(ends[side], ends[other], 17, n, 8 + length);
      packet.putShort((short) ports[side]).putShort((short) ports[other]);
      packet.putShort((short) (8 + length)).putShort((short) 0);
      packet.putShort((short) n).putShort((short) (side == CLIENT ? 0x0100 : 0x8180));
      packet.putShort((short) 1).putShort((short) side).putInt(0);
      packet.put(name).putShort((short) 1).putShort((short) 1);
      if (side == SERVER) {
        packet.putShort((short) 0xc00c).putInt(0x00010001).putInt(30).putShort((short) 4);
        packet.putInt(0x0aff0001);
      }
      finish(14 + 20 + 8 + length);
    }
  }

  private static byte[] wire(String name) {
    ByteBuffer wire = ByteBuffer.allocate(name.length() + 2);
    for (String label : name.split("\\.")) {
      wire.put((byte) label.length()).put(label.getBytes(StandardCharsets.US_ASCII));
    }
    return wire.put((byte) 0).array();
  }

  /** Leaves the buffer at the beginning of the transport header, in network byte order. */
  private ByteBuffer start(int from, int to, int protocol, int ipId, int length) {
    record.clear().position(16).order(ByteOrder.BIG_ENDIAN);
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
