package dev.faultlab.capture.packet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Valid captures in formats that are not read here. */
enum ForeignFormat {
  SNOOP("snoop\0\0\0", "a snoop capture (Solaris, RFC 1761)"),
  IPTRACE("iptrace ", "an iptrace capture (AIX)"),
  NETMON_1("RTSS", "a capture of Microsoft Network Monitor 1"),
  NETMON_2("GMBU", "a capture of Microsoft Network Monitor 2"),
  SNIFFER("TRSNIFF data    \u001a", "a capture of the DOS Sniffer"),
  NETXRAY("XCP\0", "a capture of NetXray or the Windows Sniffer");

  private final int[] magic;
  private final String title;

  ForeignFormat(String magic, String title) {
    byte[] bytes = magic.getBytes(StandardCharsets.ISO_8859_1);
    this.magic = new int[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      this.magic[i] = bytes[i];
    }
    this.title = title;
  }

  static Optional<ForeignFormat> of(ByteStream in) throws IOException {
    for (ForeignFormat each : values()) {
      if (in.beginsWith(each.magic)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** The format's name, and how to convert it. */
  String sentence() {
    return title + ", which is not read here; `editcap -F pcap IN OUT` converts it";
  }
}
