package dev.faultlab.capture;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Reads and decodes on a thread of its own, some batches ahead of whoever looks at the packets:
 * reading a capture and following its connections take about as long as each other.
 */
final class DecodingAhead implements AutoCloseable {
  private static final int AHEAD = 4;
  private static final int PACKETS = 512;

  /** The longest frame fits into an empty batch. */
  private static final int BYTES = Pcap.MAX_FRAME;

  private final CaptureReader reader;
  private final Tally tally;
  private final BlockingQueue<Batch> ready = new ArrayBlockingQueue<>(AHEAD);
  private final BlockingQueue<Batch> free = new ArrayBlockingQueue<>(AHEAD);
  private final Thread thread = new Thread(this::run, "decoder");

  /** Packets with the bytes that they stand in; valid until the next batch is asked for. */
  static final class Batch {
    private final byte[] data = new byte[BYTES];
    private final Packet[] packets = new Packet[PACKETS];
    private int used;
    private int count;
    private boolean last;
    private Throwable failure;

    int count() {
      return count;
    }

    Packet packet(int index) {
      return packets[index];
    }

    private boolean hasRoomFor(Frame frame) {
      return count < PACKETS && used + frame.captured <= BYTES;
    }
  }

  private Batch current;
  private boolean ended;

  /**
   * @param tally counts each frame; to be read when {@link #next} has given false
   */
  DecodingAhead(CaptureReader reader, Tally tally) {
    this.reader = reader;
    this.tally = tally;
    thread.setDaemon(true);
    for (int i = 0; i < AHEAD; i++) {
      free.add(new Batch());
    }
    thread.start();
  }

  private void run() {
    Batch batch = null;
    Throwable failure = null;
    try {
      batch = free.take();
      Frame frame = new Frame();
      Frame copy = new Frame();
      long time = 0;
      while (reader.next(frame)) {
        if (!batch.hasRoomFor(frame)) {
          ready.put(batch);
          batch = free.take();
        }
        Packet packet = batch.packets[batch.count];
        if (packet == null) {
          packet = new Packet();
          batch.packets[batch.count] = packet;
        }
        copy.copyOf(frame, batch.data, batch.used);
        packet.timeNanos = time;
        PacketDecoder.decode(copy, packet);
        time = packet.timeNanos;
        tally.count(copy, packet);
        batch.used += frame.captured;
        batch.count++;
      }
    } catch (InterruptedException stopped) {
      return;
    } catch (IOException | RuntimeException | Error trouble) {
      failure = trouble;
    }
    batch.last = true;
    batch.failure = failure;
    // There is room: no more batches are under way than the queue holds.
    ready.add(batch);
  }

  /**
   * Waits for the next batch; false when there is none.
   *
   * @throws IOException when the medium failed
   */
  boolean next() throws IOException {
    if (ended) {
      return false;
    }
    try {
      if (current != null) {
        current.used = 0;
        current.count = 0;
        free.add(current);
      }
      current = ready.take();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a capture was read");
    }
    ended = current.last;
    if (current.failure instanceof IOException medium) {
      throw medium;
    }
    if (current.failure instanceof RuntimeException bug) {
      throw bug;
    }
    if (current.failure instanceof Error error) {
      throw error;
    }
    return true;
  }

  Batch batch() {
    return current;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
