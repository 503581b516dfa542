package dev.faultlab.capture.packet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What tshark makes of a capture: one row per frame, fields by their Wireshark names. */
public final class Tshark {
  private static final List<String> FIELDS =
      List.of(
          "frame.number",
          "frame.time_epoch",
          "ip.src",
          "ip.dst",
          "ip.id",
          "ip.ttl",
          "ipv6.src",
          "ipv6.dst",
          "ipv6.hlim",
          "tcp.stream",
          "tcp.srcport",
          "tcp.dstport",
          "tcp.seq_raw",
          "tcp.ack_raw",
          "tcp.flags",
          "tcp.window_size_value",
          "tcp.len",
          "tcp.options.mss_val",
          "tcp.options.wscale.shift",
          "tcp.options.timestamp.tsval",
          "tcp.options.sack_perm",
          "tcp.analysis.retransmission",
          "tcp.analysis.out_of_order",
          "udp.srcport",
          "udp.dstport",
          "udp.length",
          "dns.id",
          "dns.flags.response",
          "dns.qry.name",
          "dns.qry.type",
          "dns.response_to");

  /** One frame. A field that the frame does not have is empty. */
  record Row(Map<String, String> fields) {
    String get(String field) {
      return fields.get(field);
    }

    boolean has(String field) {
      return !get(field).isEmpty();
    }

    long number(String field) {
      return Long.decode(get(field));
    }
  }

  static List<Row> read(Path file) throws IOException, InterruptedException {
    List<String> options = List.of("-E", "separator=|", "-E", "occurrence=f");
    return fields(file, FIELDS, options).stream().map(Tshark::row).toList();
  }

  /** These fields of each frame, a line each. */
  public static List<String> fields(Path file, List<String> fields, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString()));
    command.addAll(List.of("-T", "fields"));
    command.addAll(options);
    fields.forEach(field -> command.addAll(List.of("-e", field)));
    Process process;
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException missing) {
      throw new IOException("tshark is needed: harness/scripts/bootstrap tshark", missing);
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("tshark ended with status " + process.exitValue());
    }
    return out.lines().toList();
  }

  private static Row row(String line) {
    String[] cells = line.split("\\|", -1);
    Map<String, String> fields = new LinkedHashMap<>();
    for (int i = 0; i < FIELDS.size(); i++) {
      fields.put(FIELDS.get(i), cells[i]);
    }
    return new Row(fields);
  }
}
