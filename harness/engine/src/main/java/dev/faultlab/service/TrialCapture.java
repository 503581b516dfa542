package dev.faultlab.service;

import dev.faultlab.sidecar.Tcpdump;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.testcontainers.condition.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the checked service sent and received in one trial, for readers and for {@code faultlab
 * diagnose}; nothing is decided by it. A frame is cut after {@value #SNAP_LENGTH} bytes, which
 * leaves little of a request's headers.
 */
final class TrialCapture {
  private static final int SNAP_LENGTH = 128;
  private static final long MARKER_SECONDS = 10;

  private final ProjectStack stack;
  private final Part hold;
  private final Tcpdump tcpdump;

  /**
   * Begins to capture.
   *
   * @param trial from 1
   */
  TrialCapture(ProjectStack stack, int trial) {
    this.stack = stack;
    this.hold = new ComposedParts(stack).hold();
    String file = "trial-" + trial + ".pcap";
    String token = stack.identity().net().replace('.', '-') + "-" + trial;
    this.tcpdump = new Tcpdump("eth0", "tcp or port 53", SNAP_LENGTH, file, token);
    hold.run(tcpdump.startCommand());
  }

  /** Ends the capture and copies it. */
  void saveIn(Path folder) {
    hold.run(tcpdump.stopCommand(MARKER_SECONDS));
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    stack
        .service(ServiceModel.HOLD)
        .fetch(Tcpdump.FOLDER.replaceFirst("/$", ""), List.of(tcpdump.file()), folder);
  }
}
