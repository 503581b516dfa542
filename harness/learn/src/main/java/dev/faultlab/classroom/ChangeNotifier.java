package dev.faultlab.classroom;

import io.javalin.http.sse.SseClient;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Tells the browsers that something has changed; they then fetch it. A slow browser gets several
 * changes as one, and does not delay the others.
 */
final class ChangeNotifier implements AutoCloseable {
  /** Keeps a proxy or a phone from closing a silent connection. */
  private static final int KEEP_ALIVE_MILLIS = 15_000;

  /** A full room answers faster than the facilitator can read, and a run reports more often. */
  private static final int COLLECT_MILLIS = 400;

  /** Who listens. */
  enum Audience {
    /** Receives what all participants see. */
    PARTICIPANT(4),
    /** Also receives who joins and who answers. */
    LEAD(8);

    /** Limit of one listener's pages: reloaded or abandoned ones count until they are noticed. */
    private final int mostPages;

    Audience(int mostPages) {
      this.mostPages = mostPages;
    }
  }

  /** What has changed. */
  private enum Topic {
    /** Only a sign of life. */
    NOTHING,
    /** The contents of the page. */
    VIEW,
    /** The progress of the run. */
    RUN
  }

  /** A page. */
  private record Listener(SseClient client, Audience audience, String owner, long number) {}

  /** Each page with its topics. */
  private final Map<Listener, Set<Topic>> listeners = new ConcurrentHashMap<>();

  private final ExecutorService senders = Executors.newCachedThreadPool(daemon("class-events"));
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(daemon("class-keep-alive"));

  private final AtomicLong counted = new AtomicLong();
  private final AtomicBoolean leadChanged = new AtomicBoolean();
  private final AtomicBoolean runChanged = new AtomicBoolean();
  private volatile boolean runOpen;

  ChangeNotifier() {
    every(COLLECT_MILLIS, this::tellCollected);
    every(KEEP_ALIVE_MILLIS, () -> tell(Topic.NOTHING, true));
  }

  private static ThreadFactory daemon(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private void every(long millis, Runnable work) {
    clock.scheduleWithFixedDelay(work, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Registers a page. If its owner has too many, the oldest ends, so that a reloaded page works;
   * places of others are never taken.
   *
   * @param owner the person, or the facilitator
   */
  void add(SseClient client, Audience audience, String owner) {
    Listener listener = new Listener(client, audience, owner, counted.getAndIncrement());
    client.keepAlive();
    client.onClose(() -> listeners.remove(listener));
    listeners.put(listener, ConcurrentHashMap.newKeySet());
    pages(owner).skip(audience.mostPages).forEach(this::close);
    tell(listener, Topic.VIEW);
    tell(listener, Topic.RUN);
  }

  /** What all participants see has changed. */
  void everybody() {
    tell(Topic.VIEW, true);
  }

  /** What only the facilitator sees has changed. */
  void lead() {
    leadChanged.set(true);
  }

  /**
   * The run has progressed; pages are told at intervals.
   *
   * @param open whether all participants may see it
   */
  void run(boolean open) {
    runOpen = open;
    runChanged.set(true);
  }

  /** Ends all pages of one owner. */
  void disconnect(String owner) {
    pages(owner).forEach(this::close);
  }

  /** The number of open pages. */
  int open() {
    return listeners.size();
  }

  /** Newest first. */
  private Stream<Listener> pages(String owner) {
    return listeners.keySet().stream()
        .filter(listener -> listener.owner.equals(owner))
        .sorted(Comparator.comparingLong(Listener::number).reversed());
  }

  private void close(Listener listener) {
    listeners.remove(listener);
    senders.execute(listener.client::close);
  }

  private void tellCollected() {
    if (leadChanged.getAndSet(false)) {
      tell(Topic.VIEW, false);
    }
    if (runChanged.getAndSet(false)) {
      tell(Topic.RUN, runOpen);
    }
  }

  private void tell(Topic topic, boolean participants) {
    listeners.keySet().stream()
        .filter(l -> participants || l.audience == Audience.LEAD)
        .forEach(l -> tell(l, topic));
  }

  private void tell(Listener listener, Topic topic) {
    Set<Topic> pending = listeners.get(listener);
    if (pending != null && pending.add(topic)) {
      senders.execute(() -> send(listener, topic, pending));
    }
  }

  private static void send(Listener listener, Topic topic, Set<Topic> pending) {
    synchronized (listener.client) {
      // Cleared before sending, so that a change from now on is sent again.
      pending.remove(topic);
      if (topic == Topic.NOTHING) {
        listener.client.sendComment("");
      } else {
        listener.client.sendEvent("change", topic.name().toLowerCase(Locale.ROOT));
      }
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    listeners.keySet().forEach(listener -> listener.client.close());
    senders.shutdownNow();
  }
}
