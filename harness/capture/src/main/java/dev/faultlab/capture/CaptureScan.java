package dev.faultlab.capture;

import java.io.IOException;
import java.util.List;

/**
 * Drives a capture through listeners: each packet is decoded once for all of them. Fragments are
 * put together before; the frame that makes a datagram whole stands for all of it.
 */
public final class CaptureScan {

  /** Sees every packet of a capture in file order. */
  public interface Listener {
    /** {@code packet} is reused: copy out what shall be kept. */
    void packet(Packet packet);

    /**
     * A datagram of which fragments are missing, or overlap, in no particular order: of the kind
     * and with the addresses and ports that its first fragment tells, or {@link
     * Packet.Kind#FRAGMENT} where that one is missing. What it carries was not read.
     */
    default void incomplete(Packet datagram) {}

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
    return run(reader, listeners, new MemoryBudget());
  }

  /**
   * The same within a budget that the listeners take from as well.
   *
   * @throws IOException when the medium fails, never because of the contents
   */
  public static Scanned run(
      CaptureReader reader, List<? extends Listener> listeners, MemoryBudget budget)
      throws IOException {
    Listener[] all = listeners.toArray(Listener[]::new);
    Frame frame = new Frame();
    Packet packet = new Packet();
    Tally tally = new Tally();
    Fragments fragments =
        new Fragments(
            datagram -> {
              tally.incomplete();
              for (Listener each : all) {
                each.incomplete(datagram);
              }
            },
            budget);
    while (reader.next(frame)) {
      PacketDecoder.decode(frame, packet);
      Packet whole = fragments.join(packet);
      tally.count(frame, whole);
      for (Listener each : all) {
        each.packet(whole);
      }
    }
    fragments.finish();
    for (Listener each : all) {
      each.finished();
    }
    return new Scanned(reader.end(), tally.coverage(reader.reportedDrops(), reader.pauses()));
  }

  /** How the scan ended and what it could see. */
  public record Scanned(End end, Coverage coverage) {}
}
