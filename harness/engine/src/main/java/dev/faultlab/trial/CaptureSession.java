package dev.faultlab.trial;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.lab.CaptureSpec;
import dev.faultlab.sidecar.Tcpdump;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.Service;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** tcpdump in the sidecar, between two marker frames that it was seen to capture. */
record CaptureSession(Service sidecar, Tcpdump tcpdump) {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** On an overloaded machine a packet may take a while. */
  private static final Duration MARKER_LIMIT = Duration.ofSeconds(20);

  /** After a failed trial, the network of the service may be gone. */
  private static final Duration FAILED_MARKER_LIMIT = Duration.ofSeconds(2);

  /**
   * Starts a capture and waits until it runs.
   *
   * @param token tells this capture's markers from any other's
   * @throws StackException when tcpdump does not start
   */
  static CaptureSession start(CaptureSpec spec, Stack stack, String token)
      throws InterruptedException {
    Tcpdump tcpdump =
        new Tcpdump(spec.networkInterface(), spec.filter(), spec.snapLength(), spec.file(), token);
    CaptureSession session = new CaptureSession(stack.service(spec.service()), tcpdump);
    session.run(tcpdump.startCommand());
    return session;
  }

  /**
   * Stops the capture, copies the file and returns the counters.
   *
   * @param failed whether the trial failed: its stack may be incomplete
   * @throws StackException when it cannot be stopped; the partial file is still copied if possible
   */
  CaptureStats stop(Path folder, boolean failed) throws InterruptedException {
    String output;
    try {
      output = run(tcpdump.stopCommand((failed ? FAILED_MARKER_LIMIT : MARKER_LIMIT).toSeconds()));
    } catch (StackException e) {
      try {
        sidecar.fetch("/evidence", List.of(tcpdump.file()), folder);
      } catch (StackException failure) {
        e.addSuppressed(failure);
      }
      throw e;
    }
    sidecar.fetch("/evidence", List.of(tcpdump.file()), folder);
    Tcpdump.Counts counts = counts(output);
    return new CaptureStats(
        tcpdump.file(), counts.captured(), counts.received(), counts.dropped(), counts.complete());
  }

  private static Tcpdump.Counts counts(String output) {
    try {
      return Tcpdump.counts(output);
    } catch (IllegalArgumentException e) {
      throw new StackException(e.getMessage(), e);
    }
  }

  private String run(List<String> command) throws InterruptedException {
    Execution execution = sidecar.execute(command, LIMIT);
    if (execution.exitStatus() != 0) {
      throw new StackException(
          "capture: " + command.get(3) + " in " + sidecar.name() + ": " + execution.tail());
    }
    return new String(execution.stdout(), StandardCharsets.UTF_8);
  }
}
