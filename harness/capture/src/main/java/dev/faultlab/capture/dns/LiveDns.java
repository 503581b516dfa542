package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.RecordType;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.LiveRow;
import dev.faultlab.capture.packet.LiveView;
import dev.faultlab.capture.packet.Packet;
import java.util.stream.Collectors;

/** Lookups as they happen, and how many of one name are under way at once. */
public final class LiveDns implements CaptureScan.Listener, DnsEvents {
  private final LiveView view;
  private final DnsTracker tracker;

  public LiveDns(LiveView view) {
    this.view = view;
    this.tracker = new DnsTracker(DnsOptions.standard(), exchange -> {}, this);
  }

  @Override
  public void packet(Packet packet) {
    tracker.packet(packet);
  }

  @Override
  public void opened(
      Address client,
      String name,
      int type,
      DnsExchange.Origin origin,
      long frame,
      long timeNanos,
      int outstanding) {
    view.count("queries");
    view.greatest("most-under-way", outstanding);
    row(frame, timeNanos, client, type, name, "?, " + outstanding + " under way");
  }

  @Override
  public void answered(Address client, String name, int type, DnsExchange.Answer answer) {
    view.count("answers");
    row(answer.frame(), answer.timeNanos(), client, type, name, " → " + said(answer));
  }

  private static String said(DnsExchange.Answer answer) {
    if (answer.rcode() != 0) {
      return "rcode " + answer.rcode();
    }
    return answer.addresses().isEmpty()
        ? "no address"
        : answer.addresses().stream().map(Address::toString).collect(Collectors.joining(", "));
  }

  private void row(long frame, long timeNanos, Address client, int type, String name, String more) {
    view.add(
        new LiveRow(
            frame, timeNanos, client.toString(), RecordType.text(type) + " " + name + more));
  }
}
