package dev.faultlab.machine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Ends the programs that this process has started when Ctrl-C or SIGTERM ends the process itself.
 */
public final class ChildProcesses implements AutoCloseable {
  private static final int SECONDS = 10;

  private final Thread hook;

  private ChildProcesses(Runnable last) {
    hook = new Thread(() -> end(last), "faultlab-clean-up");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Registers the hook; call it before the first program is started, or that one might be missed.
   *
   * @param last runs when all of them have ended
   */
  public static ChildProcesses endWithUs(Runnable last) {
    return new ChildProcesses(last);
  }

  /**
   * From now on they keep running.
   *
   * @throws IllegalStateException when this process is being ended
   */
  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(hook);
  }

  private static void end(Runnable last) {
    end(Set.of());
    last.run();
  }

  /** Ends all children but these, and what they have started. */
  public static void end(Set<ProcessHandle> exceptions) {
    List<ProcessHandle> children =
        ProcessHandle.current()
            .children()
            .filter(child -> !exceptions.contains(child))
            .flatMap(child -> Stream.concat(child.descendants(), Stream.of(child)))
            .toList();
    children.forEach(ProcessHandle::destroy);
    for (ProcessHandle child : children) {
      try {
        child.onExit().orTimeout(SECONDS, TimeUnit.SECONDS).join();
      } catch (CompletionException | CancellationException e) {
        child.destroyForcibly();
      }
    }
  }
}
