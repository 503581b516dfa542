package dev.faultlab.capture.packet;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Hands each frame to listeners in an array of exactly its size: reading one byte too many fails,
 * where in the reader's large buffer it would only give a wrong value.
 */
public final class ExactFrames {
  public static long scan(CaptureReader reader, List<CaptureScan.Listener> listeners)
      throws IOException {
    Frame frame = new Frame();
    Packet packet = new Packet();
    Fragments fragments =
        new Fragments(
            datagram -> listeners.forEach(each -> each.incomplete(datagram)), new MemoryBudget());
    while (reader.next(frame)) {
      frame.data = Arrays.copyOfRange(frame.data, frame.start, frame.start + frame.captured);
      frame.start = 0;
      PacketDecoder.decode(frame, packet);
      Packet whole = fragments.join(packet);
      listeners.forEach(each -> each.packet(whole));
    }
    fragments.finish();
    listeners.forEach(CaptureScan.Listener::finished);
    return reader.end().frames();
  }
}
