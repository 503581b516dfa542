package dev.faultlab.service;

import dev.faultlab.docker.DockerHost;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.run.Provisioning;
import dev.faultlab.run.RunSession;
import dev.faultlab.stack.DockerRunEngine;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.StackIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Where the stacks of one command are started, and how they are taken away: at the end, on Ctrl-C
 * and SIGTERM, and by the next command after a kill -9.
 */
public final class StackLauncher implements AutoCloseable {
  private final DockerRunEngine engine;
  private final Provisioning tools;
  private final RunFolder folder;
  private final RunSession session;

  /**
   * @param folder whose id the stacks carry
   */
  public StackLauncher(DockerHost docker, Provisioning tools, RunFolder folder) {
    this.engine = new DockerRunEngine(tools.workspace(), tools.commands(), docker);
    this.tools = tools;
    this.folder = folder;
    String swept = engine.sweepDead();
    if (!swept.isEmpty()) {
      tools.progress().say(swept);
    }
    this.session = new RunSession(folder, engine::sweep, tools.progress()::end);
  }

  RunFolder folder() {
    return folder;
  }

  /** What is done with a stack. */
  public interface Action<T> {
    T use(ProjectStack stack) throws InterruptedException;
  }

  /**
   * A stack for as long as it is used; its logs stay in the folder.
   *
   * @param name unique in this command
   * @param project folder for relative paths
   * @param model the compose model of a stack with this identity
   * @throws StackException when the engine does not answer, too
   */
  public <T> T run(String name, Path project, Function<StackIdentity, String> model, Action<T> use)
      throws IOException, InterruptedException {
    try {
      StackIdentity identity = engine.identity(folder.id(), name);
      ProjectStack stack = // whose tasks may end
          engine.project(identity, project, model.apply(identity), CompletableFuture::new);
      try {
        return use.use(stack);
      } finally {
        try {
          Path logs = folder.path().resolve("logs").resolve(name);
          trySave("the logs of " + name, () -> stack.saveLogs(logs, ""));
        } finally {
          engine.stop(folder.id(), name);
        }
      }
    } catch (RuntimeException e) {
      throw StackException.ofEngine(e);
    }
  }

  /** Something that may fail. */
  interface SaveAction {
    void run() throws IOException, InterruptedException;
  }

  /** Keeps something for a reader; if that fails it says so, because nothing depends on it. */
  void trySave(String what, SaveAction action) throws InterruptedException {
    try {
      if (!Thread.currentThread().isInterrupted()) {
        action.run();
      }
    } catch (IOException | RuntimeException e) {
      tools.progress().say("cannot keep " + what + ": " + e);
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
