package dev.faultlab.stack;

import com.github.dockerjava.api.DockerClient;
import dev.faultlab.plan.StackSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** The stacks of one run on the Docker engine. */
public final class DockerStacks implements Stacks {

  private final DockerClient docker;
  private final StackStarter starter;
  private final String run;

  /**
   * @param run id of the run, by whose label its containers are found
   */
  public DockerStacks(DockerClient docker, StackStarter starter, String run) {
    this.docker = docker;
    this.starter = starter;
    this.run = run;
  }

  @Override
  public Stack start(
      String name,
      StackSpec spec,
      Map<String, String> images,
      Set<String> idle,
      Map<String, Integer> memory)
      throws InterruptedException {
    return starter.start(name, spec, images, idle, memory);
  }

  @Override
  public void stop(String name) {
    starter.stop(name);
  }

  @Override
  public boolean answers() {
    try {
      docker.pingCmd().exec();
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  @Override
  public void saveLogs(String name, Path folder) throws InterruptedException, IOException {
    new ServiceLogs(docker).save(run, name, folder);
  }
}
