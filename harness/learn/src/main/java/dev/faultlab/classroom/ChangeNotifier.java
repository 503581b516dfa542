package dev.faultlab.classroom;

import io.javalin.http.sse.SseClient;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Tells the browsers that something has changed; they then ask what. A browser that reads slowly
 * hears it later and once, and keeps nobody waiting.
 */
final class ChangeNotifier implements AutoCloseable {
  /** So that a proxy or a phone does not take the silence for the end. */
  private static final int KEEP_ALIVE_SECONDS = 15;

  /**
   * A full room answers faster than the facilitator can read, and a run tells more; each time a
   * page asks what has changed.
   */
  private static final int NOW_AND_THEN_MILLIS = 400;

  /** Who listens. */
  enum Audience {
    /** Hears what concerns everybody. */
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
    /** How far the run is that goes on. */
    RUN
  }

  private static final class Listener {
    private final SseClient client;
    private final Audience audience;
    private final String owner;
    private final long number;
    private final Set<Topic> behind = ConcurrentHashMap.newKeySet();

    Listener(SseClient client, Audience audience, String owner, long number) {
      this.client = client;
      this.audience = audience;
      this.owner = owner;
      this.number = number;
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

  private final AtomicLong counted = new AtomicLong();
  private final AtomicBoolean leadChanged = new AtomicBoolean();
  private final AtomicBoolean runChanged = new AtomicBoolean();
  private final AtomicBoolean runOpen = new AtomicBoolean();

  ChangeNotifier() {
    clock.scheduleWithFixedDelay(
        this::tellNowAndThen, NOW_AND_THEN_MILLIS, NOW_AND_THEN_MILLIS, TimeUnit.MILLISECONDS);
    clock.scheduleWithFixedDelay(
        () -> listeners.forEach(listener -> tell(listener, Topic.NOTHING)),
        KEEP_ALIVE_SECONDS,
        KEEP_ALIVE_SECONDS,
        TimeUnit.SECONDS);
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
    listeners.add(listener);
    pages(owner).skip(audience.mostPages).forEach(this::close);
    tell(listener, Topic.VIEW);
    tell(listener, Topic.RUN);
  }

  /** What everybody sees has changed. */
  void everybody() {
    listeners.forEach(listener -> tell(listener, Topic.VIEW));
  }

  /** What only the facilitator sees has changed. */
  void lead() {
    leadChanged.set(true);
  }

  /**
   * There is more to see of the run; people hear it now and then.
   *
   * @param open whether everybody may see it
   */
  void run(boolean open) {
    runOpen.set(open);
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
    return listeners.stream()
        .filter(listener -> listener.owner.equals(owner))
        .sorted(Comparator.comparingLong((Listener listener) -> listener.number).reversed());
  }

  private void close(Listener listener) {
    listeners.remove(listener);
    senders.execute(listener.client::close);
  }

  private void tellNowAndThen() {
    if (leadChanged.getAndSet(false)) {
      listeners.stream()
          .filter(l -> l.audience == Audience.LEAD)
          .forEach(listener -> tell(listener, Topic.VIEW));
    }
    if (runChanged.getAndSet(false)) {
      listeners.stream()
          .filter(l -> runOpen.get() || l.audience == Audience.LEAD)
          .forEach(listener -> tell(listener, Topic.RUN));
    }
  }

  private void tell(Listener listener, Topic topic) {
    if (listener.behind.add(topic)) {
      send(
          listener,
          client -> {
            // Before it is sent: a change from now on is told again.
            listener.behind.remove(topic);
            if (topic == Topic.NOTHING) {
              client.sendComment("");
            } else {
              client.sendEvent("change", topic.name().toLowerCase(Locale.ROOT));
            }
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
