package dev.faultlab.run;

import dev.faultlab.docker.DockerHost;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.kernel.Snapshots;
import dev.faultlab.lab.Lab;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import dev.faultlab.stack.EndedServices;
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
  private final DockerHost docker;
  private final Sweeper sweeper;
  private final Subnets subnets;
  private final Queue<EndedServices> listening = new ConcurrentLinkedQueue<>();

  public DockerRunEngine(Workspace workspace, DockerHost docker) {
    this.workspace = workspace;
    this.docker = docker;
    this.sweeper = new Sweeper(docker);
    this.subnets = new Subnets(workspace.cache().directory("subnets"), docker);
  }

  @Override
  public String sweepDead() {
    try {
      return sweeper.sweepBeforeRun();
    } catch (RuntimeException e) {
      throw gone(e);
    }
  }

  @Override
  public Stacks stacks(Lab lab, String run, GuestStart guests) {
    Map<String, String> machine =
        new HashMap<>(new Snapshots(workspace.cache(), commands).variables(guests));
    machine.put("DOCKER_HOST", docker.address());
    EndedServices ends = new EndedServices(docker, run);
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
    for (EndedServices ends = listening.poll(); ends != null; ends = listening.poll()) {
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

  /** Any exception of the transport: the engine answered a moment ago. */
  private static StackException gone(RuntimeException e) {
    return new StackException("the Docker engine stopped answering: " + e.getMessage(), e);
  }
}
