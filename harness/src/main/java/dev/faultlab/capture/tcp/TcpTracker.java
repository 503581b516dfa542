package dev.faultlab.capture.tcp;

import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.Packet;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Follows every TCP connection of a capture and hands each to its consumer when it is over: after
 * FIN or RST and a moment for stragglers, when its ports are used again, or at the end. Memory is
 * bounded by the connections that live at the same time.
 */
public final class TcpTracker implements CaptureScan.Listener {
  /** Time for segments that arrive after the close. */
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final int MAX_LINGERING = 16_384;

  private final Consumer<TcpConnection> consumer;
  private final boolean timelines;
  private final TcpOptions options = new TcpOptions();
  private final FlowTable table = new FlowTable(this::emit);
  private final ArrayDeque<Flow> lingering = new ArrayDeque<>();

  public TcpTracker(Consumer<TcpConnection> consumer) {
    this(consumer, false);
  }

  /**
   * @param timelines keep every segment for plots: memory then grows with the capture
   */
  public TcpTracker(Consumer<TcpConnection> consumer, boolean timelines) {
    this.consumer = consumer;
    this.timelines = timelines;
  }

  @Override
  public void packet(Packet packet) {
    if (packet.kind() != Packet.Kind.TCP) {
      return;
    }
    releaseLingering(packet.timeNanos());
    int hash = FlowTable.hash(packet);
    Flow flow = table.find(packet, hash);
    if (flow != null && packet.has(Packet.SYN) && flow.isReusedBy(packet)) {
      table.remove(flow);
      emit(flow);
      flow = null;
    }
    if (flow == null) {
      flow = new Flow(packet, hash, timelines);
      table.add(flow, packet.timeNanos());
    }
    boolean wasClosed = flow.closed;
    flow.take(packet, options);
    if (flow.closed && !wasClosed) {
      lingering.add(flow);
    }
  }

  private void releaseLingering(long now) {
    while (!lingering.isEmpty()
        && (now - lingering.peek().lastNanos > LINGER_NANOS || lingering.size() > MAX_LINGERING)) {
      Flow flow = lingering.poll();
      if (table.remove(flow)) {
        emit(flow);
      }
    }
  }

  private void emit(Flow flow) {
    consumer.accept(flow.facts());
  }

  @Override
  public void finished() {
    lingering.clear();
    table.drain();
  }
}
