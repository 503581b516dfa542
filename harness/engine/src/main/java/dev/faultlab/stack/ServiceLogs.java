package dev.faultlab.stack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Container;
import dev.faultlab.files.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Keeps what the services of a stack wrote, before it is taken away. */
public final class ServiceLogs {
  /** Enough for a start, an out-of-memory error or a kernel panic; a chatty service is cut. */
  private static final int LINES = 2_000;

  private final DockerClient docker;

  public ServiceLogs(DockerClient docker) {
    this.docker = docker;
  }

  /**
   * Writes {@code <stack>-<service>.log} for each container of the stack that has written anything.
   */
  public void save(String run, String stack, Path folder) throws InterruptedException, IOException {
    Files.createDirectories(folder);
    List<Container> containers =
        docker
            .listContainersCmd()
            .withShowAll(true)
            .withLabelFilter(Map.of(Labels.RUN, run, Labels.STACK, stack))
            .exec();
    for (Container container : containers) {
      String service = container.getLabels().get(Labels.SERVICE);
      String text =
          new DockerService(docker, service, container.getId(), CompletableFuture::new).log(LINES);
      if (!text.isBlank()) {
        AtomicFile.write(folder.resolve(stack + "-" + service + ".log"), text);
      }
    }
  }
}
