package dev.faultlab.capture.packet;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Coverage.Kind;
import dev.faultlab.capture.IcmpError;
import dev.faultlab.capture.link.Bytes;
import java.util.Optional;

/** Reads ICMP errors about TCP segments (RFC 792; RFC 4443 3). */
public final class IcmpReader {
  private static final int ICMP = 1;
  private static final int ICMP_SIX = 58;
  private static final int TCP = 6;

  private IcmpReader() {}

  /**
   * An error, and the sockets of the segment that it is about.
   *
   * @param ends empty if the ports are not in the capture
   */
  public record QuotedError(IcmpError error, Optional<Ends> ends) {}

  public static Optional<QuotedError> error(Packet packet) {
    boolean v6 = packet.protocol == ICMP_SIX;
    // The segment's header follows after 8 bytes.
    int at = packet.payloadStart + 8;
    int captured = packet.payloadCaptured - 8;
    if (packet.kind != Kind.OTHER_TRANSPORT || !v6 && packet.protocol != ICMP || captured < 10) {
      return Optional.empty();
    }
    byte[] data = packet.data;
    int type = Bytes.u8(data, packet.payloadStart);
    boolean isKnown = v6 ? type >= 1 && type <= 3 : type == 3 || type == 11;
    int header = v6 ? 40 : (data[at] & 15) * 4;
    if (!isKnown || header < 20 || data[at + (v6 ? 6 : 9)] != TCP) {
      return Optional.empty();
    }
    Address sender = new Address(packet.sourceHigh, packet.sourceLow);
    int code = Bytes.u8(data, packet.payloadStart + 1);
    IcmpError error = new IcmpError(packet.frame, packet.timeNanos, sender, type, code);
    if (captured < header + 4) {
      return Optional.of(new QuotedError(error, Optional.empty()));
    }
    int source = at + (v6 ? 8 : 12);
    int destination = at + (v6 ? 24 : 16);
    Ends quoted =
        new Ends(
            v6 ? Bytes.i64(data, source) : 0,
            v6 ? Bytes.i64(data, source + 8) : Address.mappedLow(Bytes.i32(data, source)),
            v6 ? Bytes.i64(data, destination) : 0,
            v6 ? Bytes.i64(data, destination + 8) : Address.mappedLow(Bytes.i32(data, destination)),
            Bytes.i32(data, at + header));
    return Optional.of(new QuotedError(error, Optional.of(quoted)));
  }
}
