package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.Ends;
import dev.faultlab.capture.packet.IcmpReader;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.packet.Packet;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Follows every TCP connection of a capture and passes each on when it is over: shortly after FIN
 * or RST, when its ports are used again, or at the end. Memory is bounded: when the {@link
 * MemoryBudget} is used up, the connections that have been silent longest are passed on early.
 */
public final class TcpTracker implements CaptureScan.Listener {
  /** Time for segments that arrive after the close. */
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final int MAX_LINGERING = 16_384;
  private static final int RELEASE_EVERY = 256;

  private final Consumer<TcpConnection> consumer;
  private final boolean timelines;
  private final TcpEvents events;
  private final MemoryBudget budget;
  private final FlowTable table;
  private final ArrayDeque<Flow> closedFlows = new ArrayDeque<>();
  private long segments;

  /**
   * The connection of the previous packet, because a sender sends several in a row. Null if it may
   * have been dropped.
   */
  private Flow last;

  private long startNanos;

  /**
   * @param timelines keep every segment for plots: memory then grows with the capture
   * @param events receives connects and requests as they happen
   * @param budget which others may share
   */
  public TcpTracker(
      Consumer<TcpConnection> consumer, boolean timelines, TcpEvents events, MemoryBudget budget) {
    this.consumer = consumer;
    this.timelines = timelines;
    this.events = events;
    this.budget = budget;
    this.table = new FlowTable(this::emit, FlowTable.MAX_FLOWS, budget);
  }

  @Override
  public void packet(Packet packet) {
    if (packet.kind != Coverage.Kind.TCP) {
      if (packet.kind == Coverage.Kind.OTHER_TRANSPORT) {
        IcmpReader.error(packet).ifPresent(this::refused);
      }
      return;
    }
    if (segments == 0) {
      startNanos = packet.timeNanos;
    }
    if ((++segments & RELEASE_EVERY - 1) == 0) {
      releaseLingering(packet.timeNanos, MAX_LINGERING);
    }
    if (budget.isExhausted(Part.CONNECTIONS)) {
      freeMemory(packet.timeNanos);
    }
    Flow flow = last != null && last.ends.isOf(packet) ? last : null;
    Ends ends = flow == null ? Ends.ofConnection(packet) : flow.ends;
    flow = flow == null ? table.find(ends) : flow;
    if (flow != null && packet.has(Packet.SYN) && flow.isReusedBy(packet)) {
      table.remove(flow);
      emit(flow);
      flow = null;
    }
    if (flow == null) {
      flow = new Flow(packet, ends, timelines);
      flow.lastNanos = startNanos;
      table.add(flow, packet.timeNanos);
    }
    last = flow;
    boolean wasClosed = flow.closed;
    if (flow.add(packet) && events != TcpEvents.NONE) {
      notifyEvents(flow, packet);
    }
    if (flow.closed && !wasClosed) {
      closedFlows.add(flow);
    }
    int bytes = flow.bytes();
    if (bytes != flow.chargedBytes) {
      budget.charge(Part.CONNECTIONS, bytes - flow.chargedBytes);
      flow.chargedBytes = bytes;
    }
  }

  private void refused(IcmpReader.QuotedError error) {
    error
        .ends()
        .map(ends -> table.find(ends.inOrder()))
        .ifPresent(flow -> flow.milestones.addError(error.error()));
  }

  private void freeMemory(long now) {
    releaseLingering(now, 0);
    if (budget.isExhausted(Part.CONNECTIONS)) {
      table.dropHalf(now);
    }
  }

  private void notifyEvents(Flow flow, Packet packet) {
    if (packet.has(Packet.SYN)) {
      if (flow.isFirstSyn(packet)) {
        flow.fresh = true;
        events.connecting(flow.client().address(), flow.server(), packet.ttl, packet.timeNanos);
      }
    } else if (packet.payloadLength > 0 && flow.directionKnown && flow.isAppData(packet)) {
      if (!flow.isFromClient(packet)) {
        endRequest(flow);
      } else if (!flow.requestPending) {
        flow.requestPending = true;
        events.requestBegins(flow.client().address(), flow.server(), flow.fresh);
        flow.fresh = false;
      }
    }
    if (flow.closed) {
      endRequest(flow);
    }
  }

  private void endRequest(Flow flow) {
    if (flow.requestPending) {
      flow.requestPending = false;
      events.requestEnds(flow.client().address(), flow.server());
    }
  }

  private void releaseLingering(long now, int max) {
    while (!closedFlows.isEmpty()
        && (now - closedFlows.peek().lastNanos > LINGER_NANOS || closedFlows.size() > max)) {
      Flow flow = closedFlows.poll();
      if (table.remove(flow)) {
        emit(flow);
      }
      budget.release(Part.CONNECTIONS, flow.chargedBytes);
    }
  }

  private void emit(Flow flow) {
    last = null;
    if (!flow.closed) {
      // The other ended connections are waiting for late segments.
      budget.release(Part.CONNECTIONS, flow.chargedBytes);
    }
    endRequest(flow);
    consumer.accept(flow.facts());
  }

  @Override
  public void finished() {
    table.drain();
  }
}
