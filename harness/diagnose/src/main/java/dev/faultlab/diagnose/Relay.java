package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.dns.DnsTracker;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.tcp.TcpEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Hands DNS packets, events of connections and ended connections over to a second thread, in their
 * order. The first thread reads the capture and follows TCP. It waits while the relay is full, so
 * memory is bounded.
 */
final class Relay implements TcpEvents, CaptureScan.Listener, AutoCloseable {
  private static final int BATCHES = 8;
  private static final int BATCH_BYTES = 1 << 17;
  private static final int EVENT_BYTES = 100;
  private static final int CONNECTION_BYTES = 1_300;

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread created = new Thread(work, "diagnose");
            created.setDaemon(true);
            return created;
          });
  private final Semaphore room = new Semaphore(BATCHES);
  private final TcpEvents events;
  private final DnsTracker dns;
  private CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
  private List<Runnable> batch = new ArrayList<>();
  private long bytes;

  /**
   * Whether tunnels carried packets; the tracker receives the first packet of all, and the first in
   * a tunnel.
   */
  private int depth = -1;

  /**
   * @param events receives them on the second thread
   * @param dns receives packets there
   */
  Relay(TcpEvents events, DnsTracker dns) {
    this.events = events;
    this.dns = dns;
  }

  private void add(long size, Runnable task) {
    batch.add(task);
    bytes += EVENT_BYTES + size;
    if (bytes >= BATCH_BYTES) {
      handOver();
    }
  }

  private void handOver() {
    List<Runnable> tasks = batch;
    batch = new ArrayList<>(tasks.size());
    bytes = 0;
    room.acquireUninterruptibly();
    done =
        done.thenRunAsync(() -> tasks.forEach(Runnable::run), thread)
            .whenComplete((any, failure) -> room.release());
  }

  void connection(TcpConnection connection, Diagnose to) {
    add(CONNECTION_BYTES, () -> to.connection(connection));
  }

  @Override
  public void connecting(Address client, Endpoint server, int ttl, long timeNanos) {
    add(0, () -> events.connecting(client, server, ttl, timeNanos));
  }

  @Override
  public void requestBegins(Address client, Endpoint server, boolean first) {
    add(0, () -> events.requestBegins(client, server, first));
  }

  @Override
  public void requestEnds(Address client, Endpoint server) {
    add(0, () -> events.requestEnds(client, server));
  }

  @Override
  public void packet(Packet packet) {
    if (packet.depth > depth || DnsTracker.isDns(packet)) {
      depth = Math.max(depth, packet.depth);
      Packet copy = packet.copy();
      add(copy.data.length, () -> dns.packet(copy));
    }
  }

  @Override
  public void incomplete(Packet datagram) {
    add(datagram.data.length, () -> dns.incomplete(datagram));
  }

  /** Waits until everything is carried out; rethrows what was thrown on the second thread. */
  @Override
  public void finished() {
    add(0, dns::finished);
    handOver();
    try {
      done.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
