package dev.faultlab.classroom;

import dev.faultlab.classroom.Refused.Code;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The run that a session starts: {@code ./faultlab run}, in a process of its own, so that what the
 * lab does to a machine does not touch the answers that come in meanwhile.
 *
 * <p>Safe for use by several threads.
 */
public final class Runs implements AutoCloseable {
  /** The end of what it says; a page shows no more. */
  private static final int LINES = 60;

  private static final long SECONDS_TO_CLEAN_UP = 60;
  private static final Pattern RUN = Pattern.compile("\\brun (\\d{8}T\\d{6}Z-[0-9a-f]+)\\b");

  /** Starts the program. */
  public interface Starter {
    /** A process that writes what it does on standard output and ends with the verdict's status. */
    Process start() throws IOException;
  }

  /** How far it is. */
  public enum State {
    NONE,
    RUNNING,
    DONE,
    FAILED
  }

  /**
   * What a page shows of it.
   *
   * @param lines the last of what it said
   * @param run its id, as soon as it has one
   */
  record Shown(State state, List<String> lines, Optional<String> run) {}

  /** Hears of a run's progress and of its end. */
  interface Listener {
    void progress();

    /** It has a result. */
    void done(String run);
  }

  private final Starter starter;
  private final Listener listener;
  private final List<String> lines = new ArrayList<>();
  private State state = State.NONE;
  private Optional<String> run = Optional.empty();
  private Optional<Process> process = Optional.empty();

  Runs(Starter starter, Listener listener) {
    this.starter = starter;
    this.listener = listener;
  }

  /** Starts a run; one at a time. */
  void start() throws IOException {
    synchronized (this) {
      if (state == State.RUNNING) {
        throw new Refused(Code.RUNNING, "a run goes on");
      }
      lines.clear();
      run = Optional.empty();
      Process started = starter.start();
      process = Optional.of(started);
      state = State.RUNNING;
      Thread reader = new Thread(() -> follow(started), "class-run");
      reader.setDaemon(true);
      reader.start();
    }
    listener.progress();
  }

  synchronized Shown shown() {
    return new Shown(state, List.copyOf(lines), run);
  }

  private void follow(Process running) {
    try (BufferedReader out = running.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        said(line);
        listener.progress();
      }
      ended(running.waitFor());
    } catch (IOException e) {
      said("lost the run's output: " + e.getMessage());
      running.destroy();
      ended(-1);
    } catch (InterruptedException e) {
      running.destroy();
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void said(String line) {
    Matcher named = RUN.matcher(line);
    if (run.isEmpty() && named.find()) {
      run = Optional.of(named.group(1));
    }
    lines.add(line);
    if (lines.size() > LINES) {
      lines.remove(0);
    }
  }

  private void ended(int status) {
    // 0 to 2: as expected, contradicted, inconclusive; each of them has a result.
    boolean done = status >= 0 && status <= 2 && shown().run().isPresent();
    synchronized (this) {
      state = done ? State.DONE : State.FAILED;
    }
    if (done) {
      listener.done(shown().run().orElseThrow());
    }
    listener.progress();
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
