package dev.faultlab.classroom;

import io.javalin.http.sse.SseClient;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Tells the browsers that something has changed; they then ask what. A browser that reads slowly
 * hears it later and once, and keeps nobody waiting.
 */
final class Hub implements AutoCloseable {
  /** More than all who can join, with a second tab each. */
  static final int MOST_LISTENERS = 700;

  /** So that a proxy or a phone does not take the silence for the end. */
  private static final int KEEP_ALIVE_SECONDS = 15;

  /** Who listens. */
  enum Audience {
    /** Hears what concerns everybody. */
    PARTICIPANT,
    /** Hears as well who joins and who answers. */
    LEAD
  }

  private static final class Listener {
    private final SseClient client;
    private final Audience audience;
    private final AtomicBoolean behind = new AtomicBoolean();

    Listener(SseClient client, Audience audience) {
      this.client = client;
      this.audience = audience;
    }
  }

  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
  private final ExecutorService senders =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "class-events");
            thread.setDaemon(true);
            return thread;
          });
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "class-keep-alive");
            thread.setDaemon(true);
            return thread;
          });

  Hub() {
    clock.scheduleWithFixedDelay(
        () -> listeners.forEach(listener -> send(listener, client -> client.sendComment(""))),
        KEEP_ALIVE_SECONDS,
        KEEP_ALIVE_SECONDS,
        TimeUnit.SECONDS);
  }

  /** Whether no browser more can be told. */
  boolean full() {
    return listeners.size() >= MOST_LISTENERS;
  }

  /** Takes a browser in. */
  void add(SseClient client, Audience audience) {
    Listener listener = new Listener(client, audience);
    client.keepAlive();
    client.onClose(() -> listeners.remove(listener));
    listeners.add(listener);
    tell(listener);
  }

  /** What everybody sees has changed. */
  void everybody() {
    listeners.forEach(this::tell);
  }

  /** What only the facilitator sees has changed. */
  void lead() {
    listeners.stream().filter(l -> l.audience == Audience.LEAD).forEach(this::tell);
  }

  private void tell(Listener listener) {
    if (!listener.behind.getAndSet(true)) {
      send(
          listener,
          client -> {
            // Before it is sent: a change from now on is told again.
            listener.behind.set(false);
            client.sendEvent("change", "view");
          });
    }
  }

  private void send(Listener listener, Consumer<SseClient> what) {
    senders.execute(
        () -> {
          synchronized (listener) {
            what.accept(listener.client);
          }
        });
  }

  @Override
  public void close() {
    clock.shutdownNow();
    listeners.forEach(listener -> listener.client.close());
    senders.shutdownNow();
  }
}
