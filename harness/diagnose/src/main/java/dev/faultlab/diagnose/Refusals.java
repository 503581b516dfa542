package dev.faultlab.diagnose;

import dev.faultlab.capture.IcmpError;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.IcmpReader;
import dev.faultlab.capture.packet.Packet;

/** ICMP messages that a host or router could not or may not deliver a TCP segment. */
final class Refusals implements CaptureScan.Listener {
  long count;
  String first = "";

  @Override
  public void packet(Packet packet) {
    IcmpReader.error(packet)
        .map(IcmpReader.QuotedError::error)
        .filter(IcmpError::refuses)
        .ifPresent(
            error -> {
              count++;
              first = first.isEmpty() ? "frame " + error.frame() + ", " + error : first;
            });
  }
}
