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
 * Tells the browsers that something has changed; they then ask what. A browser that reads slowly
 * hears it later and once, and does not delay the others.
 */
final class ChangeNotifier implements AutoCloseable {
  /** So that a proxy or a phone does not take the silence for the end. */
  private static final int KEEP_ALIVE_MILLIS = 15_000;

  /** A full room answers faster than the facilitator can read, and a run reports more often. */
  private static final int COLLECT_MILLIS = 400;

  /** Who listens. */
  enum Audience {
    /** Hears what all participants see. */
    PARTICIPANT(4),
    /** Hears as well who joins and who answers. */
    LEAD(8);

    /** One listener's pages: those that were reloaded or left open count until they are missed. */
    private final int mostPages;

    Audience(int mostPages) {
      this.mostPages = mostPages;
    }
  }

  /** What has changed. */
  private enum Topic {
    /** Only that the server is there. */
    NOTHING,
    /** What the page shows. */
    VIEW,
    /** How far the run is. */
    RUN
  }

  /** A page. */
  private record Listener(SseClient client, Audience audience, String owner, long number) {}

  /** Each with the topics of which it will hear. */
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
   * Takes a page in. When its owner has too many, the oldest ends: a page that was reloaded comes
   * up, and the places of others are out of reach.
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
   * There is more to see of the run; pages hear it from time to time.
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

  /** How many pages are open. */
  int open() {
    return listeners.size();
  }

  /** The newest first. */
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
      // Before it is sent: a change from now on is told again.
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
