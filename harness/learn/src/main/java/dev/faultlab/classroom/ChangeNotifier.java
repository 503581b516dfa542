package dev.faultlab.classroom;

import dev.faultlab.lesson.Stage;
import io.javalin.http.sse.SseClient;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells the browsers that something has changed; they then fetch it. A slow browser gets several
 * changes as one, and does not delay the others.
 */
final class ChangeNotifier implements AutoCloseable {
  /** Keeps a proxy or a phone from closing a silent connection. */
  private static final int KEEP_ALIVE_MILLIS = 15_000;

  /** A full room answers faster than the facilitator can read, and a run reports more often. */
  private static final int BATCH_MILLIS = 400;

  /** Owner of the facilitator's pages, who also hear who joins and who answers. */
  static final String LEAD = "lead";

  /** Limits of one owner's pages: reloaded or abandoned ones count until they are noticed. */
  private static final int MAX_LEAD_PAGES = 8;

  private static final int MAX_PERSON_PAGES = 4;

  /** What has changed. */
  private enum Topic {
    /** Only a sign of life. */
    NOTHING,
    /** The contents of the page. */
    VIEW,
    /** The progress of the run. */
    RUN
  }

  /** A connected page, with the topics that wait to be sent to it. */
  private record Listener(SseClient client, String owner, Set<Topic> pending) {}

  /** Oldest first. */
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  private final ExecutorService senders = Executors.newCachedThreadPool(daemon("class-events"));
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(daemon("class-keep-alive"));

  private final AtomicBoolean leadChanged = new AtomicBoolean();
  private final AtomicBoolean runChanged = new AtomicBoolean();
  private volatile boolean runOpen;

  ChangeNotifier() {
    schedule(BATCH_MILLIS, this::publishBatched);
    schedule(KEEP_ALIVE_MILLIS, () -> publish(Topic.NOTHING, true));
  }

  static ThreadFactory daemon(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private void schedule(long millis, Runnable work) {
    clock.scheduleWithFixedDelay(work, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Registers a page. If its owner has too many, the oldest ends, so that a reloaded page works;
   * places of others are never taken.
   *
   * @param owner the person, or {@link #LEAD}
   */
  void add(SseClient client, String owner) {
    Listener listener = new Listener(client, owner, ConcurrentHashMap.newKeySet());
    client.keepAlive();
    client.onClose(() -> listeners.remove(listener));
    listeners.add(listener);
    List<Listener> sameOwner = pages(owner);
    int max = owner.equals(LEAD) ? MAX_LEAD_PAGES : MAX_PERSON_PAGES;
    sameOwner.subList(0, Math.max(0, sameOwner.size() - max)).forEach(this::close);
    publish(listener, Topic.VIEW);
    publish(listener, Topic.RUN);
  }

  /** What all participants see has changed. */
  void publishToAll() {
    publish(Topic.VIEW, true);
  }

  /** What only the facilitator sees has changed. */
  void notifyLead() {
    leadChanged.set(true);
  }

  /**
   * The run has progressed; pages are notified at intervals.
   *
   * @param open whether all participants may see it
   */
  void notifyRun(boolean open) {
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

  private List<Listener> pages(String owner) {
    return listeners.stream().filter(listener -> listener.owner.equals(owner)).toList();
  }

  private void close(Listener listener) {
    listeners.remove(listener);
    senders.execute(listener.client::close);
  }

  private void publishBatched() {
    if (leadChanged.getAndSet(false)) {
      publish(Topic.VIEW, false);
    }
    if (runChanged.getAndSet(false)) {
      publish(Topic.RUN, runOpen);
    }
  }

  private void publish(Topic topic, boolean participants) {
    listeners.stream()
        .filter(listener -> participants || listener.owner.equals(LEAD))
        .forEach(listener -> publish(listener, topic));
  }

  private void publish(Listener listener, Topic topic) {
    if (listener.pending.add(topic)) {
      senders.execute(() -> send(listener, topic));
    }
  }

  private static void send(Listener listener, Topic topic) {
    synchronized (listener.client) {
      // Cleared before sending, so that a change from now on is sent again.
      listener.pending.remove(topic);
      if (topic == Topic.NOTHING) {
        listener.client.sendComment("");
      } else {
        listener.client.sendEvent("change", Stage.word(topic));
      }
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    listeners.forEach(listener -> listener.client.close());
    senders.shutdownNow();
  }
}
