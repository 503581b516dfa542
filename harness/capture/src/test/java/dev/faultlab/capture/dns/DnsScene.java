package dev.faultlab.capture.dns;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.Extent;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  private static final Pattern STEP =
      Pattern.compile(
          "([\\d.]+)([?e!xtrf-])(\\d+)(?:#(\\d+))?(?:@(\\d+))?(?:/(\\d+))?(?::(\\S+))?");

  /**
   * Several frames: when, ? for a query, e for one with EDNS, and ! for its answer (- says that
   * there is no such name, x that the server failed, r that it refuses, f that it has no such
   * record, t that the answer is truncated), the client's port; then, where they are not the usual
   * ones, the id behind #, the last byte of the server's address behind @, the type behind / and
   * the name behind a colon.
   */
  public DnsScene play(String steps) {
    for (String step : steps.trim().split("\\s+")) {
      Matcher parts = STEP.matcher(step);
      if (!parts.matches()) {
        throw new IllegalArgumentException(step);
      }
      int port = Integer.parseInt(parts.group(3));
      String server = "10.0.0." + (parts.group(5) == null ? "53" : parts.group(5));
      int type = parts.group(6) == null ? A : Integer.parseInt(parts.group(6));
      int usual = type == A ? port : port + 500;
      int id = parts.group(4) == null ? usual : Integer.parseInt(parts.group(4));
      String name = parts.group(7) == null ? "backend.lab" : parts.group(7);
      double ms = Double.parseDouble(parts.group(1));
      byte[] query = Wire.dnsQuery(id, name, type);
      if (parts.group(2).equals("e")) {
        query[11] = 1;
        query = Wire.join(query, Wire.bytes(0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0));
      }
      if (parts.group(2).equals("?") || parts.group(2).equals("e")) {
        frame(ms, client, server, Wire.udp(port, 53, query));
      } else {
        int code = "!?x-.r".indexOf(parts.group(2));
        String[] address = {type == AAAA ? "fd00::9" : "10.0.0.9"};
        byte[] message =
            code == 0
                ? Wire.dnsAnswer(id, name, type, 0, 30, address)
                : Wire.dnsAnswer(id, name, type, Math.max(code, 0), 0);
        message[2] |= (byte) (parts.group(2).equals("t") ? 2 : 0);
        frame(ms, server, client, Wire.udp(53, port, message));
      }
    }
    return this;
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
    return read(new MemoryBudget());
  }

  /** The same in so much memory. */
  public DnsSummary read(MemoryBudget budget) {
    List<DnsExchange> exchanges = new ArrayList<>();
    DnsTracker tracker = new DnsTracker(true, exchanges::add, DnsEvents.NONE, budget);
    return tracker.summary(exchanges, feed(tracker));
  }

  public List<TcpConnection> connections() {
    return file.connections(false);
  }

  /** Shows it to whoever listens. */
  public Extent feed(CaptureScan.Listener listener) {
    return file.scan(listener);
  }
}
