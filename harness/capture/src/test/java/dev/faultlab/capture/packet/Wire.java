package dev.faultlab.capture.packet;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Builds packets byte by byte, independently of the decoder under test. */
public final class Wire {
  public static byte[] bytes(int... values) {
    byte[] all = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      all[i] = (byte) values[i];
    }
    return all;
  }

  public static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /** Hexadecimal bytes; {@code 00x12} is twelve of them. */
  public static byte[] hex(String text) {
    StringBuilder hex = new StringBuilder();
    for (String token : text.trim().split(" +")) {
      String[] repeated = token.split("x");
      hex.append(repeated[0].repeat(repeated.length > 1 ? Integer.parseInt(repeated[1]) : 1));
    }
    return HexFormat.of().parseHex(hex);
  }

  public static byte[] u16(int value) {
    return bytes(value >> 8, value);
  }

  public static byte[] u32(long value) {
    return ByteBuffer.allocate(4).putInt((int) value).array();
  }

  public static byte[] ethernet(int type, byte[] data) {
    return join(bytes(2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2), u16(type), data);
  }

  /** Ethernet with the type that fits the IP version. */
  public static byte[] ethernet(byte[] ip) {
    return ethernet((ip[0] & 0xf0) == 0x40 ? 0x0800 : 0x86dd, ip);
  }

  public static byte[] ipv4(String from, String to, int protocol, int id, byte[] data) {
    return ipv4(from, to, protocol, id, 0x4000, new byte[0], data);
  }

  public static byte[] ipv4(
      String from, String to, int protocol, int id, int fragment, byte[] options, byte[] data) {
    int header = 20 + options.length;
    return join(
        bytes(0x40 | header / 4, 0),
        u16(header + data.length),
        u16(id),
        u16(fragment),
        bytes(64, protocol, 0, 0),
        address(from),
        address(to),
        options,
        data);
  }

  public static byte[] ipv6(String from, String to, int next, byte[] data) {
    return join(
        u32(0x60000000L), u16(data.length), bytes(next, 64), address(from), address(to), data);
  }

  public static byte[] address(String text) {
    if (text.indexOf(':') < 0) {
      String[] parts = text.split("\\.");
      return bytes(
          Integer.parseInt(parts[0]),
          Integer.parseInt(parts[1]),
          Integer.parseInt(parts[2]),
          Integer.parseInt(parts[3]));
    }
    String full = text;
    if (text.contains("::")) {
      int given = text.replace("::", ":").split(":").length - (text.startsWith("::") ? 1 : 0);
      full = text.replace("::", ":" + "0:".repeat(8 - given));
      full = full.startsWith(":") ? full.substring(1) : full;
      full = full.endsWith(":") ? full.substring(0, full.length() - 1) : full;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String group : full.split(":")) {
      out.writeBytes(u16(Integer.parseInt(group, 16)));
    }
    return out.toByteArray();
  }

  public static byte[] udp(int from, int to, byte[] data) {
    return join(u16(from), u16(to), u16(8 + data.length), u16(0), data);
  }

  public static byte[] tcp(
      int from, int to, long seq, long ack, int flags, int window, byte[] options, byte[] data) {
    int padded = (options.length + 3) / 4 * 4;
    return join(
        u16(from),
        u16(to),
        u32(seq),
        u32(ack),
        bytes((20 + padded) / 4 << 4, flags),
        u16(window),
        u32(0),
        options,
        new byte[padded - options.length],
        data);
  }

  /** MSS, SACK permitted, timestamps, NOP, window scale: the order in which Linux writes them. */
  public static byte[] synOptions(int mss, int scale) {
    return join(
        bytes(2, 4),
        u16(mss),
        bytes(4, 2, 8, 10),
        u32(1000),
        u32(0),
        scale < 0 ? new byte[0] : bytes(1, 3, 3, scale));
  }

  public static byte[] timestamps(long value) {
    return join(bytes(1, 1, 8, 10), u32(value), u32(1));
  }

  public static byte[] name(String name) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String label : name.split("\\.")) {
      out.write(label.length());
      out.writeBytes(label.getBytes(StandardCharsets.ISO_8859_1));
    }
    out.write(0);
    return out.toByteArray();
  }

  public static byte[] dnsQuery(int id, String name, int type) {
    return join(u16(id), bytes(1, 0, 0, 1, 0, 0, 0, 0, 0, 0), name(name), u16(type), u16(1));
  }

  /** An answer with one record per address (A or AAAA by its form); the name is compressed. */
  public static byte[] dnsAnswer(
      int id, String name, int type, int rcode, int ttl, String... addresses) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(u16(id));
    out.writeBytes(u16(0x8180 | rcode));
    out.writeBytes(u16(1));
    out.writeBytes(u16(addresses.length));
    out.writeBytes(u32(0));
    out.writeBytes(name(name));
    out.writeBytes(u16(type));
    out.writeBytes(u16(1));
    for (String each : addresses) {
      byte[] address = address(each);
      out.writeBytes(bytes(0xc0, 12));
      out.writeBytes(u16(address.length == 4 ? 1 : 28));
      out.writeBytes(u16(1));
      out.writeBytes(u32(ttl));
      out.writeBytes(u16(address.length));
      out.writeBytes(address);
    }
    return out.toByteArray();
  }

  /** Cuts an IPv4 packet without options into fragments of so many bytes, a multiple of 8. */
  public static List<byte[]> fragments(byte[] ip, int size) {
    List<byte[]> all = new ArrayList<>();
    for (int from = 20; from < ip.length; from += size) {
      int to = Math.min(from + size, ip.length);
      byte[] piece = join(Arrays.copyOf(ip, 20), Arrays.copyOfRange(ip, from, to));
      int field = (from - 20) / 8 | (to < ip.length ? 0x2000 : 0);
      System.arraycopy(u16(piece.length), 0, piece, 2, 2);
      System.arraycopy(u16(field), 0, piece, 6, 2);
      all.add(piece);
    }
    return all;
  }
}
