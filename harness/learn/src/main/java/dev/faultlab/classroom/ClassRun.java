package dev.faultlab.classroom;

import dev.faultlab.classroom.RequestRefused.Code;
import dev.faultlab.feed.Moments;
import dev.faultlab.point.Selector;
import dev.faultlab.verdict.Judgement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The run that a session starts: {@code ./faultlab run --events}, in a process of its own, so that
 * what the lab does to a machine does not touch the answers that come in meanwhile.
 *
 * <p>Safe for use by several threads.
 */
public final class ClassRun implements AutoCloseable {
  /** The end of what it says; a page shows no more. */
  private static final int LINES = 60;

  private static final long SECONDS_TO_CLEAN_UP = 60;

  /** Starts the program. */
  public interface Starter {
    /**
     * A process that tells a program on standard output what happens and a person on standard
     * error, and ends with the verdict's status.
     */
    Process start() throws IOException;
  }

  /** How far it is. */
  public enum State {
    NONE,
    RUNNING,
    /** It was told to end, and takes its containers away first. */
    STOPPING,
    STOPPED,
    DONE,
    FAILED
  }

  /**
   * What a page shows of it.
   *
   * @param judgement of one that is done
   * @param lines the last of what it said to a person
   */
  record Shown(
      State state, Optional<Judgement> judgement, List<String> lines, RunProgress.Shown board) {}

  /** Hears of a run's progress, of its begin and of its end. */
  interface Listener {
    /** It is about to begin. */
    void begins();

    /** There is more to see of it. */
    void progress();

    /** It has begun, or ended. */
    void changed();

    /**
     * It has a result.
     *
     * @param judgement as its exit status says
     */
    void done(String run, Judgement judgement);
  }

  private final Starter starter;
  private final List<Selector> pair;
  private final Listener listener;
  private final List<String> lines = new ArrayList<>();
  private State state = State.NONE;
  private Optional<Judgement> judgement = Optional.empty();
  private RunProgress board;
  private Optional<Process> process = Optional.empty();

  /**
   * @param pair the points that are shown side by side
   */
  ClassRun(Starter starter, List<Selector> pair, Listener listener) {
    this.starter = starter;
    this.pair = pair;
    this.listener = listener;
    this.board = new RunProgress(pair);
  }

  /** Starts a run; one at a time. */
  void start() throws IOException {
    synchronized (this) {
      if (going()) {
        throw new RequestRefused(Code.RUNNING, "a run goes on");
      }
      listener.begins();
      lines.clear();
      judgement = Optional.empty();
      board = new RunProgress(pair);
      Process started = starter.start();
      process = Optional.of(started);
      state = State.RUNNING;
      Thread said = thread(() -> read(started.errorReader(StandardCharsets.UTF_8), this::said));
      thread(() -> follow(started, said));
    }
    listener.changed();
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "class-run");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  synchronized boolean going() {
    return state == State.RUNNING || state == State.STOPPING;
  }

  synchronized Shown shown() {
    return new Shown(state, judgement, List.copyOf(lines), board.shown());
  }

  private void follow(Process running, Thread said) {
    read(running.inputReader(StandardCharsets.UTF_8), this::told);
    try {
      said.join();
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
        listener.progress();
      }
    } catch (IOException e) {
      said("lost the run's output: " + e.getMessage());
    }
  }

  private synchronized void told(String line) {
    Moments.read(line).ifPresentOrElse(board::take, () -> said(line));
  }

  private synchronized void said(String line) {
    lines.add(line);
    if (lines.size() > LINES) {
      lines.remove(0);
    }
  }

  private void ended(int status) {
    // Only an inconclusive run can be without a result.
    Optional<Judgement> judged =
        Stream.of(Judgement.values()).filter(j -> j.exitStatus() == status).findFirst();
    Optional<String> run;
    synchronized (this) {
      run = judged.flatMap(j -> board.run());
    }
    boolean done = run.isPresent();
    try {
      run.ifPresent(id -> listener.done(id, judged.orElseThrow()));
    } catch (UncheckedIOException e) {
      said("the run has no result: " + e.getMessage());
      done = false;
    }
    synchronized (this) {
      judgement = done ? judged : Optional.empty();
      state = done ? State.DONE : state == State.STOPPING ? State.STOPPED : State.FAILED;
    }
    listener.changed();
  }

  /** Tells a run that goes on to end, as Ctrl-C does; what it still says is heard. */
  void stop() {
    synchronized (this) {
      if (state != State.RUNNING) {
        return;
      }
      state = State.STOPPING;
      // Not through the process, which would close what the run says its last words to.
      process.map(Process::toHandle).ifPresent(ProcessHandle::destroy);
    }
    listener.changed();
  }

  /** Ends a run that goes on, and waits until it has taken its containers away. */
  @Override
  public void close() {
    Optional<Process> running;
    synchronized (this) {
      running = process.filter(Process::isAlive);
    }
    running.ifPresent(
        started -> {
          started.destroy(); // SIGTERM: as after Ctrl-C nothing is left behind
          try {
            started.waitFor(SECONDS_TO_CLEAN_UP, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
