package dev.faultlab.capture.dns;

import dev.faultlab.capture.CaptureFile;
import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes DNS conversations as a capture; each call is one frame, times are milliseconds. */
public final class DnsScene {
  public static final int A = 1;
  public static final int AAAA = 28;
  private static final long START = 1_700_000_000_000_000_000L;

  private final CaptureFile file = CaptureFile.pcap();
  private String client = "10.0.0.1";
  private int ipId = 100;

  public DnsScene from(String address) {
    client = address;
    return this;
  }

  public DnsScene snap(int length) {
    file.snap(length);
    return this;
  }

  public DnsScene query(double ms, int port, int id, String name, int type) {
    return frame(ms, client, "10.0.0.53", Wire.udp(port, 53, Wire.dnsQuery(id, name, type)));
  }

  /** Answered with one address and a time to live of 30 s. */
  public DnsScene answer(double ms, int port, int id, String name, int type) {
    String address = type == AAAA ? "fd00::9" : "10.0.0.9";
    return answer(ms, port, Wire.dnsAnswer(id, name, type, 0, 30, address));
  }

  public DnsScene noSuchName(double ms, int port, int id, String name, int type) {
    return answer(ms, port, Wire.dnsAnswer(id, name, type, 3, 0));
  }

  public DnsScene answer(double ms, int port, byte[] message) {
    return frame(ms, "10.0.0.53", client, Wire.udp(53, port, message));
  }

  public DnsScene frame(double ms, String from, String to, byte[] udp) {
    return raw(ms, Wire.ethernet(Wire.ipv4(from, to, 17, ipId++, udp)));
  }

  public DnsScene raw(double ms, byte[] frame) {
    file.add(START + (long) (ms * 1e6), frame);
    return this;
  }

  public byte[] toBytes() {
    return file.toBytes();
  }

  /** What the tracker makes of it. */
  public DnsSummary read() {
    List<DnsExchange> exchanges = new ArrayList<>();
    DnsTracker tracker = new DnsTracker(DnsOptions.standard().withTimelines(), exchanges::add);
    CaptureScan.Scanned scanned = feed(tracker);
    exchanges.sort(Comparator.comparingLong(DnsExchange::frame));
    return new DnsSummary(
        tracker.names(),
        exchanges,
        tracker.expansions(),
        tracker.counts(),
        scanned.coverage(),
        scanned.end());
  }

  /** Shows it to whoever listens. */
  public CaptureScan.Scanned feed(CaptureScan.Listener listener) {
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(toBytes()))) {
      return CaptureScan.run(reader, List.of(listener));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
