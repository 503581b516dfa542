package dev.faultlab.trial;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.lab.CaptureSpec;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.Service;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** tcpdump in the sidecar, between two marker packets that it was seen to capture. */
final class CaptureSession {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** On an overloaded machine a packet may take a while. */
  private static final Duration MARKER = Duration.ofSeconds(20);

  /** After a failed trial, a marker may have no working path any more. */
  private static final Duration MARKER_OF_FAILED = Duration.ofSeconds(2);

  private final CaptureSpec spec;
  private final Service sidecar;
  private final String markerAddress;
  private final String token;

  private CaptureSession(CaptureSpec spec, Stack stack, String token) {
    this.spec = spec;
    this.sidecar = stack.service(spec.service());
    this.markerAddress = stack.service(spec.markerTo()).address();
    this.token = token;
  }

  /**
   * Starts a capture and waits until it runs.
   *
   * @param token tells this capture's markers from any other's
   * @throws StackException when tcpdump does not start
   */
  static CaptureSession start(CaptureSpec spec, Stack stack, String token)
      throws InterruptedException {
    CaptureSession session = new CaptureSession(spec, stack, token);
    Marker open = new Marker("open-" + token);
    session.script(
        "start.sh",
        spec.networkInterface(),
        spec.filter(),
        Integer.toString(spec.snapLength()),
        spec.file(),
        session.markerAddress,
        open.printf(),
        open.token());
    return session;
  }

  /** Streams the file as it is written, until tcpdump has ended. */
  void show(OutputStream to) {
    String file = "/evidence/" + spec.file();
    sidecar.follow(
        List.of(
            "bash",
            "-c",
            "exec tail -c +1 -f -s 0.2 --pid=$(cut -d ' ' -f 1 $1.pid) $1",
            "follow",
            file),
        to);
  }

  /**
   * Stops the capture, copies the file and returns the counters.
   *
   * @param failed whether the trial failed: its stack may be incomplete
   * @throws StackException when it cannot be stopped; the partial file is still copied if possible
   */
  CaptureStats stop(Path folder, boolean failed) throws InterruptedException {
    Marker close = new Marker("close-" + token);
    String said;
    try {
      said =
          script(
              "stop.sh",
              spec.file(),
              markerAddress,
              close.printf(),
              close.token(),
              Long.toString((failed ? MARKER_OF_FAILED : MARKER).toSeconds()));
    } catch (StackException e) {
      try {
        sidecar.fetch("/evidence", List.of(spec.file()), folder);
      } catch (StackException gone) {
        e.addSuppressed(gone);
      }
      throw e;
    }
    sidecar.fetch("/evidence", List.of(spec.file()), folder);
    return new CaptureStats(
        spec.file(),
        number(said, "(\\d+) packets? captured"),
        number(said, "(\\d+) packets? received by filter"),
        number(said, "(\\d+) packets? dropped by kernel"),
        said.contains("complete=true"));
  }

  private String script(String name, String... arguments) throws InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of("bash", "-c", text(name), name));
    command.addAll(List.of(arguments));
    Execution done = sidecar.execute(command, LIMIT);
    if (done.exitStatus() != 0) {
      throw new StackException("capture: " + name + " in " + sidecar.name() + ": " + done.tail());
    }
    return new String(done.stdout(), StandardCharsets.UTF_8);
  }

  private static String text(String name) {
    try (InputStream in = CaptureSession.class.getResourceAsStream("/capture/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("no script " + name, e);
    }
  }

  private static long number(String said, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(said);
    if (!matcher.find()) {
      throw new StackException("tcpdump did not print its counters: " + said.strip());
    }
    return Long.parseLong(matcher.group(1));
  }
}
