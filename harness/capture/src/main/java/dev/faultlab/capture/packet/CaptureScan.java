package dev.faultlab.capture.packet;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.Extent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Decodes each packet of a capture once and passes it to all listeners. Fragments are reassembled
 * first; the frame that completes a datagram represents all its fragments.
 */
public final class CaptureScan {

  /** Receives every packet of a capture in file order. */
  public interface Listener {
    /** {@code packet} is reused: copy what you keep. */
    void packet(Packet packet);

    /**
     * A datagram of which fragments are missing, or overlap, in no particular order: with kind,
     * addresses and ports of its first fragment, or {@link Coverage.Kind#FRAGMENT} where that one
     * is missing. Its contents were not read.
     */
    default void incomplete(Packet datagram) {}

    /** Called once after the last packet. */
    default void finished() {}
  }

  private CaptureScan() {}

  /**
   * Reads a whole capture.
   *
   * @throws IOException when the medium fails, or it holds more than fits into memory
   */
  public static Extent readWhole(List<Path> files, MemoryBudget budget, Listener... listeners)
      throws IOException {
    try (CaptureReader reader = CaptureReader.open(files)) {
      Extent scanned = run(reader, List.of(listeners), budget);
      budget.requireWhole(files.get(0));
      return scanned;
    }
  }

  /**
   * Reads the capture as far as possible, within a budget that the listeners share.
   *
   * @throws IOException when the medium fails, never because of the contents
   */
  public static Extent run(
      CaptureReader reader, List<? extends Listener> listeners, MemoryBudget budget)
      throws IOException {
    Listener[] listenerArray = listeners.toArray(Listener[]::new);
    Frame frame = new Frame();
    Packet packet = new Packet();
    Tally tally = new Tally();
    Fragments fragments =
        new Fragments(
            datagram -> {
              tally.incomplete();
              for (Listener each : listenerArray) {
                each.incomplete(datagram);
              }
            },
            budget);
    while (reader.next(frame)) {
      PacketDecoder.decode(frame, packet);
      Packet whole = fragments.join(packet);
      tally.count(frame, whole);
      for (Listener each : listenerArray) {
        each.packet(whole);
      }
    }
    fragments.finish();
    for (Listener each : listenerArray) {
      each.finished();
    }
    return new Extent(reader.end(), tally.coverage(reader.reportedDrops(), reader.pauses()));
  }
}
