package dev.faultlab.run;

import com.github.dockerjava.api.DockerClient;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.kernel.Snapshots;
import dev.faultlab.lab.Lab;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import dev.faultlab.stack.DockerStacks;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.StackStarter;
import dev.faultlab.stack.Stacks;
import dev.faultlab.stack.Sweeper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.testcontainers.utility.ResourceReaper;

/** The Docker engine of this machine. */
public final class DockerRunEngine implements RunEngine {
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  private final Commands commands = new LocalCommands();
  private final Workspace workspace;
  private final DockerClient docker;
  private final Sweeper sweeper;

  public DockerRunEngine(Workspace workspace, DockerClient docker) {
    this.workspace = workspace;
    this.docker = docker;
    this.sweeper = new Sweeper(docker);
  }

  @Override
  public String sweepDead() {
    Sweeper.Swept swept;
    try {
      swept = sweeper.sweepDead();
    } catch (RuntimeException e) {
      throw gone(e);
    }
    return swept.nothing() ? "" : swept.toString();
  }

  @Override
  public Stacks stacks(Lab lab, String run, GuestStart guests) {
    StackStarter starter =
        new StackStarter(
            LabServices.file(lab, commands),
            workspace.cache().directory("subnets"),
            docker,
            run,
            new Snapshots(workspace.cache(), commands).variables(guests),
            START_LIMIT);
    return new DockerStacks(docker, starter, run);
  }

  @Override
  public List<String> problems(Lab lab) throws InterruptedException {
    return new LabServices(lab, commands).problems();
  }

  @Override
  public boolean sweep(String run) {
    // After Ctrl-C Testcontainers removes what it has started from a hook of its own, and what two
    // remove at the same time the
    // engine refuses to the second. Its hook holds this lock while it works.
    synchronized (ResourceReaper.instance()) {
      return !sweeper.sweepRun(run).nothing();
    }
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
