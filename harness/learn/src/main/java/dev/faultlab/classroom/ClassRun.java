package dev.faultlab.classroom;

import dev.faultlab.classroom.RequestRefused.Code;
import dev.faultlab.feed.RunEvent;
import dev.faultlab.verdict.Judgement;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The run that a session starts: {@code ./faultlab run --events}, in its own process, so that the
 * lab's load does not affect incoming answers.
 *
 * <p>Safe for use by several threads.
 */
public final class ClassRun implements AutoCloseable {
  /** A page shows only the last lines. */
  private static final int LINES = 60;

  private static final long SECONDS_TO_CLEAN_UP = 60;

  /** Starts the program. */
  public interface Starter {
    /**
     * A process that reports events on standard output and messages on standard error, and ends
     * with the verdict's status.
     */
    Process start() throws IOException;
  }

  /** The state of a run. */
  public enum State {
    NONE,
    RUNNING,
    /** It received the signal to end, and removes its containers first. */
    STOPPING,
    STOPPED,
    DONE,
    FAILED
  }

  /**
   * The part that a page shows.
   *
   * @param judgement after it has ended
   * @param lines the last messages
   * @param run its id, once known
   * @param done number of ended trials
   * @param trials in all; 0 before they are known
   */
  record RunView(
      State state,
      Optional<Judgement> judgement,
      List<String> lines,
      Optional<String> run,
      int done,
      int trials) {}

  private final Starter starter;
  private final Session session;
  private final GradingResults results;
  private final ChangeNotifier notifier;
  private final List<String> lines = new ArrayList<>();
  private State state = State.NONE;
  private Optional<Judgement> judgement = Optional.empty();
  private Optional<String> run = Optional.empty();
  private int done;
  private int trials;
  private volatile Process process;

  /** The result that graded the session when the run began. */
  private volatile Optional<String> gradedBefore = Optional.empty();

  ClassRun(Starter starter, Session session, GradingResults results, ChangeNotifier notifier) {
    this.starter = starter;
    this.session = session;
    this.results = results;
    this.notifier = notifier;
  }

  /** Starts a run; only one at a time. */
  void start() throws IOException {
    synchronized (this) {
      RequestRefused.throwIf(underWay(), Code.RUNNING, "a run is active");
      gradedBefore = session.state().graded();
      lines.clear();
      judgement = Optional.empty();
      run = Optional.empty();
      done = 0;
      trials = 0;
      Process started = starter.start();
      process = started;
      state = State.RUNNING;
      Thread errorReader =
          thread(() -> read(started.errorReader(StandardCharsets.UTF_8), this::addLine));
      thread(() -> follow(started, errorReader));
    }
    publishChange();
  }

  private static Thread thread(Runnable work) {
    Thread thread = ChangeNotifier.daemon("class-run").newThread(work);
    thread.start();
    return thread;
  }

  /** It has begun, or ended. */
  private void publishChange() {
    boolean isOpen = session.state().locked();
    notifier.notifyRun(isOpen);
    notifier.notifyLead();
    if (isOpen) {
      notifier.publishToAll();
    }
  }

  synchronized boolean underWay() {
    return state == State.RUNNING || state == State.STOPPING;
  }

  synchronized RunView shown() {
    return new RunView(state, judgement, List.copyOf(lines), run, done, trials);
  }

  private void follow(Process running, Thread errorReader) {
    read(running.inputReader(StandardCharsets.UTF_8), this::event);
    try {
      errorReader.join();
      ended(running.waitFor());
    } catch (InterruptedException e) {
      running.destroy();
      Thread.currentThread().interrupt();
    }
  }

  private void read(BufferedReader from, Consumer<String> line) {
    try (from) {
      for (String next = from.readLine(); next != null; next = from.readLine()) {
        line.accept(next);
        notifier.notifyRun(session.state().locked());
      }
    } catch (IOException e) {
      addLine("lost the run's output: " + e.getMessage());
    }
  }

  private synchronized void event(String line) {
    RunEvent event = RunEvent.read(line).orElse(null);
    if (event instanceof RunEvent.RunStarted started) {
      run = Optional.of(started.run());
      trials = started.trials();
    } else if (event instanceof RunEvent.TrialEnded) {
      done++;
    } else if (event == null) {
      addLine(line);
    }
  }

  private synchronized void addLine(String line) {
    lines.add(line);
    if (lines.size() > LINES) {
      lines.remove(0);
    }
  }

  private void ended(int status) {
    // Only an inconclusive run can be without a result.
    Optional<Judgement> judged =
        Stream.of(Judgement.values()).filter(j -> j.exitStatus() == status).findFirst();
    Optional<String> ended = judged.flatMap(j -> shown().run());
    boolean usable = ended.isPresent() && offer(ended.get(), judged.orElseThrow());
    synchronized (this) {
      judgement = usable ? judged : Optional.empty();
      state = usable ? State.DONE : state == State.STOPPING ? State.STOPPED : State.FAILED;
    }
    publishChange();
  }

  /**
   * Passes the result to the session.
   *
   * @param status judgement of the exit status
   */
  private boolean offer(String id, Judgement status) {
    try {
      String name = results.usable(session.lesson().lab() + "/" + id);
      boolean conclusive =
          Stream.of(status, results.verdict(name).judgement())
              .noneMatch(Judgement.INCONCLUSIVE::equals);
      session.ended(name, conclusive, gradedBefore);
      return true;
    } catch (IOException e) {
      addLine("the run has no result: " + e);
      return false;
    }
  }

  /** Tells the run to end, as Ctrl-C does; its remaining output is read. */
  void stop() {
    synchronized (this) {
      if (state != State.RUNNING) {
        return;
      }
      state = State.STOPPING;
      // Process.destroy() would close the stream that reports the end.
      process.toHandle().destroy();
    }
    publishChange();
  }

  /** Ends the run, and waits until it has removed its containers. */
  @Override
  public void close() {
    Process running = process;
    if (running != null && running.isAlive()) {
      running.destroy(); // SIGTERM: as after Ctrl-C, the run cleans up
      try {
        running.waitFor(SECONDS_TO_CLEAN_UP, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
