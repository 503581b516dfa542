package dev.faultlab.kubernetes;

import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Progress;
import java.util.concurrent.atomic.AtomicBoolean;

/** Removes a Job with its pods at the end, also on Ctrl-C and SIGTERM. */
final class JobRemoval implements AutoCloseable {
  private final Kubectl kubectl;
  private final Progress progress;
  private final String name;
  private final boolean keep;
  private final Thread main = Thread.currentThread();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * To be made before the Job: Ctrl-C in between would leave the Job on the cluster.
   *
   * @param keep whether the Job stays, with its pods
   */
  JobRemoval(Kubectl kubectl, Progress progress, String name, boolean keep) {
    this.kubectl = kubectl;
    this.progress = progress;
    this.name = name;
    this.keep = keep;
    Runtime.getRuntime().addShutdownHook(new Thread(this::interrupted, "faultlab-clean-up"));
  }

  /** The shutdown hook; the JVM ends when it has. Nothing is left for it once the run has ended. */
  void interrupted() {
    main.interrupt();
    close();
  }

  /** In the foreground: when kubectl ends, the pods are gone, and with them their engines. */
  @Override
  public void close() {
    if (keep || !closed.compareAndSet(false, true)) {
      return;
    }
    progress.say("removing job " + name + " and its pods");
    CommandResult removed =
        kubectl.run("", "delete", "job", name, "--cascade=foreground", "--timeout=110s");
    if (!removed.ok() && !removed.err().contains("(NotFound)")) {
      progress.say(kubectl.shown("delete job " + name) + ": " + removed.tail(1));
    }
  }
}
