package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Coverage.Kind;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.Packet;

/** ICMP messages that a host or router could not or may not deliver a TCP segment. */
final class Refusals implements CaptureScan.Listener {
  private static final int TCP = 6;

  long count;
  String first = "";

  @Override
  public void packet(Packet packet) {
    int at = packet.payloadStart;
    boolean six = packet.protocol == 58;
    if (packet.kind != Kind.OTHER_TRANSPORT
        || !six && packet.protocol != 1
        || packet.payloadCaptured < 18) {
      return;
    }
    // RFC 792, RFC 4443 3.1: the datagram follows after 8 bytes.
    int type = packet.data[at] & 0xff;
    int code = packet.data[at + 1] & 0xff;
    boolean unreachable = six ? type == 1 : type == 3 && code != 4;
    if (unreachable && packet.data[at + (six ? 14 : 17)] == TCP) {
      count++;
      if (first.isEmpty()) {
        Address from = new Address(packet.sourceHigh, packet.sourceLow);
        first = "frame " + packet.frame + ", from " + from + ", type " + type + " code " + code;
      }
    }
  }
}
