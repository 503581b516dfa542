package dev.faultlab.capture;

import java.io.IOException;
import java.util.List;

/** Drives a capture through listeners: each packet is decoded once, whoever looks at it. */
public final class CaptureScan {

  /** Sees every packet of a capture in file order. */
  public interface Listener {
    /** {@code packet} is reused: copy out what shall be kept. */
    void packet(Packet packet);

    /** Called once after the last packet. */
    default void finished() {}
  }

  private CaptureScan() {}

  /**
   * Reads to the end of the capture, whichever that is.
   *
   * @throws IOException when the medium fails, never because of the contents
   */
  public static Scanned run(CaptureReader reader, List<? extends Listener> listeners)
      throws IOException {
    Listener[] all = listeners.toArray(Listener[]::new);
    Tally tally = new Tally();
    try (DecodingAhead ahead = new DecodingAhead(reader, tally)) {
      while (ahead.next()) {
        DecodingAhead.Batch batch = ahead.batch();
        for (int i = 0; i < batch.count(); i++) {
          Packet packet = batch.packet(i);
          for (Listener each : all) {
            each.packet(packet);
          }
        }
      }
    }
    for (Listener each : all) {
      each.finished();
    }
    return new Scanned(reader.end(), tally.coverage(reader.reportedDrops(), reader.pauses()));
  }

  /** How the scan ended and what it could see. */
  public record Scanned(End end, Coverage coverage) {}
}
