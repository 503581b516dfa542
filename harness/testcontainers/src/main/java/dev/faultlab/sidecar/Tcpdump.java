package dev.faultlab.sidecar;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.ArrayUtils;

/**
 * Runs tcpdump until its file contains both an opening and a closing marker: the commands for a
 * container with bash, tcpdump and socat, and their output. The markers pass any filter.
 *
 * @param networkInterface to listen on
 * @param filter expression for tcpdump; empty for everything
 * @param snapLength how many bytes of a frame are kept
 * @param file name of the capture in {@link #FOLDER}
 * @param token tells this capture's markers from any other's
 */
public record Tcpdump(
    String networkInterface, String filter, int snapLength, String file, String token) {

  /** The file's path in the container. */
  public static final String FOLDER = "/evidence/";

  /** tcpdump's counters, and whether the closing marker was seen in the file. */
  public record Counts(long captured, long received, long dropped, boolean complete) {}

  /** Returns once the capture runs; fails when tcpdump does not start. */
  public List<String> startCommand() {
    String open = "open-" + token;
    String filters = filter.isEmpty() ? "" : "(" + filter + ") or (" + Marker.FILTER + ")";
    String length = Integer.toString(snapLength);
    String frame = new Marker(open).frame();
    return command("start.sh", networkInterface, filters, length, file, frame, open);
  }

  /**
   * Returns once the capture has ended, and prints what {@link #counts} reads.
   *
   * @param seconds to wait for the closing marker
   */
  public List<String> stopCommand(long seconds) {
    String close = "close-" + token;
    String frame = new Marker(close).frame();
    return command("stop.sh", networkInterface, file, frame, close, Long.toString(seconds));
  }

  /**
   * @param output the output of {@link #stopCommand}
   * @throws IllegalArgumentException when tcpdump did not print its counters
   */
  public static Counts counts(String output) {
    return new Counts(
        number(output, "(\\d+) packets? captured"),
        number(output, "(\\d+) packets? received by filter"),
        number(output, "(\\d+) packets? dropped by kernel"),
        output.contains("complete=true"));
  }

  private static List<String> command(String script, String... arguments) {
    String[] shell = {"bash", "-c", Resource.text(Tcpdump.class, script), script};
    return List.of(ArrayUtils.addAll(shell, arguments));
  }

  private static long number(String output, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(output);
    if (!matcher.find()) {
      throw new IllegalArgumentException("tcpdump did not print its counters: " + output.strip());
    }
    return Long.parseLong(matcher.group(1));
  }
}
