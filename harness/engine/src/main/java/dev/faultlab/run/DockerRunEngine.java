package dev.faultlab.run;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.kernel.Snapshots;
import dev.faultlab.lab.Lab;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import dev.faultlab.stack.Ends;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.StackStarter;
import dev.faultlab.stack.Stacks;
import dev.faultlab.stack.Subnets;
import dev.faultlab.stack.Sweeper;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The Docker engine of this machine. */
public final class DockerRunEngine implements RunEngine {
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  private final Commands commands = new LocalCommands();
  private final Workspace workspace;
  private final DockerClient docker;
  private final String host;
  private final Sweeper sweeper;
  private final Subnets subnets;
  private final Queue<Ends> listening = new ConcurrentLinkedQueue<>();

  /**
   * @param docker a client of the engine
   * @param host where the engine is, for programs that have to be told, as in {@code DOCKER_HOST}
   */
  public DockerRunEngine(Workspace workspace, DockerClient docker, String host) {
    this.workspace = workspace;
    this.docker = docker;
    this.host = host;
    this.sweeper = new Sweeper(docker, isHere(host));
    this.subnets = new Subnets(workspace.cache().directory("subnets"), docker);
  }

  /**
   * Whether an engine is that of this machine.
   *
   * @param host as in {@code DOCKER_HOST}
   */
  public static boolean isHere(String host) {
    return host.startsWith("unix:");
  }

  @Override
  public String sweepDead() {
    try {
      Sweeper.Swept swept = sweeper.sweepDead();
      return swept.nothing() ? "" : "took away what a killed run had left: " + swept;
    } catch (DockerException e) {
      return "the engine keeps what a killed run had left ("
          + e.getMessage().strip()
          + "); this run goes on beside it, and a restart of the engine may free it";
    } catch (RuntimeException e) {
      throw gone(e);
    }
  }

  @Override
  public Stacks stacks(Lab lab, String run, GuestStart guests) {
    Map<String, String> machine =
        new HashMap<>(new Snapshots(workspace.cache(), commands).variables(guests));
    machine.put("DOCKER_HOST", host);
    Ends ends = new Ends(docker, run);
    listening.add(ends);
    return new StackStarter(
        LabServices.file(lab, commands), subnets, docker, run, ends, machine, START_LIMIT);
  }

  @Override
  public List<String> problems(Lab lab) throws InterruptedException {
    return new LabServices(lab, commands).problems();
  }

  @Override
  public boolean sweep(String run) {
    boolean nothing = sweeper.sweepRun(run).nothing();
    subnets.releaseAll();
    for (Ends ends = listening.poll(); ends != null; ends = listening.poll()) {
      ends.close();
    }
    return !nothing;
  }

  @Override
  public Map<String, String> provenance() throws InterruptedException {
    try {
      return Provenance.collect(workspace.root(), docker);
    } catch (RuntimeException e) {
      throw gone(e);
    }
  }

  /** Whatever the transport throws: it was answered a moment ago. */
  private static StackException gone(RuntimeException e) {
    return new StackException("the Docker engine stopped answering: " + e.getMessage(), e);
  }
}
