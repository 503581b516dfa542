package dev.faultlab.tools.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a capture that has N of one kind, to measure how the time of {@code diagnose} grows:
 *
 * <ul>
 *   <li>flows: connections of which only the SYN is there; same-hash: the same, and our own hash of
 *       their ends is the same for all
 *   <li>queries: unanswered ones of one socket for one name
 *   <li>names: each asked once; same-hash-names: the same, and their hash is the same for all
 *   <li>fragments: of datagrams that never become whole
 * </ul>
 *
 * <p>Usage: GenerateFlood FILE KIND N
 */
public final class GenerateFlood {
  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int FRAGMENT = 44;
  private static final int MICROS_APART = 10;

  private final OutputStream out;
  private int packets;

  private GenerateFlood(OutputStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws IOException {
    try (OutputStream file =
        new BufferedOutputStream(Files.newOutputStream(Path.of(args[0])), 1 << 20)) {
      ByteBuffer header = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
      header.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putLong(0);
      file.write(header.putInt(262_144).putInt(101).array());
      GenerateFlood flood = new GenerateFlood(file);
      for (int i = 0; i < Integer.parseInt(args[2]); i++) {
        flood.add(args[1], i);
      }
    }
  }

  private void add(String kind, int i) throws IOException {
    switch (kind) {
      case "flows" -> syn((long) i << 32 | i * 0x9e3779b9L & 0xffff_ffffL);
      // The halves of a long are combined by an exclusive or.
      case "same-hash" -> syn((long) i << 32 | i);
      case "queries" -> query(1 + i / 65_536, i, "backend.lab");
      case "names" -> query(1, i, "host" + i + ".lab");
      case "same-hash-names" -> query(1, i, sameHash(i) + ".lab");
      case "fragments" -> {
        ByteBuffer fragment = ByteBuffer.allocate(16);
        packet(
            0, 1, FRAGMENT, fragment.put((byte) UDP).put((byte) 0).putShort((short) 1).putInt(i));
      }
      default -> throw new IllegalArgumentException(kind);
    }
  }

  /** Each pair of letters is 3117 in base 31, which is how Java hashes. */
  private static String sameHash(int number) {
    StringBuilder name = new StringBuilder();
    for (int bit = 0; bit < 20; bit++) {
      name.append((number >> bit & 1) == 0 ? "an" : "c0");
    }
    return name.toString();
  }

  private void syn(long network) throws IOException {
    ByteBuffer segment = ByteBuffer.allocate(20).putShort((short) 40_000).putShort((short) 443);
    packet(network, 1, TCP, segment.putLong(1L << 32).putInt(0x5002_ffff).putInt(0));
  }

  private void query(int server, int id, String name) throws IOException {
    byte[][] labels = {
      name.substring(0, name.indexOf('.')).getBytes(StandardCharsets.US_ASCII),
      "lab".getBytes(StandardCharsets.US_ASCII)
    };
    int length = 8 + 12 + 1 + labels[0].length + 1 + 3 + 1 + 4;
    ByteBuffer udp = ByteBuffer.allocate(length).putShort((short) 40_000).putShort((short) 53);
    udp.putShort((short) length).putShort((short) 0).putShort((short) id).putShort((short) 0x100);
    udp.putShort((short) 1).putInt(0).putShort((short) 0);
    for (byte[] label : labels) {
      udp.put((byte) label.length).put(label);
    }
    packet(0, server, UDP, udp.put((byte) 0).putInt(0x0001_0001));
  }

  private void packet(long network, int to, int protocol, ByteBuffer contents) throws IOException {
    long micros = 1_700_000_000_000_000L + (long) packets++ * MICROS_APART;
    int length = 40 + contents.capacity();
    ByteBuffer frame = ByteBuffer.allocate(16 + length).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt((int) (micros / 1_000_000)).putInt((int) (micros % 1_000_000));
    frame.putInt(length).putInt(length).order(ByteOrder.BIG_ENDIAN).putInt(0x6000_0000);
    frame.putShort((short) contents.capacity()).put((byte) protocol).put((byte) 64);
    frame.putLong(network).putLong(7).putLong(0xfd00_0000_0000_0000L).putLong(to);
    out.write(frame.put(contents.array()).array());
  }
}
