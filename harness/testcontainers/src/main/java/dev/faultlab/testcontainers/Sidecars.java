package dev.faultlab.testcontainers;

import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ContainerNetwork;
import dev.faultlab.owner.Labels;
import dev.faultlab.owner.Owner;
import dev.faultlab.testcontainers.condition.Caller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.IsRunningStartupCheckStrategy;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** Common settings of our containers. */
final class Sidecars {
  private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

  /** Where CoreDNS reads its configuration. */
  static final String COREFILE = "/Corefile";

  private Sidecars() {}

  /**
   * An official image, or the one in the system property {@code faultlab.image.ROLE}.
   *
   * @param official with its tag
   */
  static DockerImageName image(String role, String official) {
    return DockerImageName.parse(System.getProperty("faultlab.image." + role, official))
        .asCompatibleSubstituteFor(DockerImageName.parse(official));
  }

  /** Labels by which {@code ./faultlab clean} finds it after this JVM was killed. */
  static Map<String, String> labels() {
    // Other systems have no /proc to identify processes; clean then treats it as started by hand.
    String owner = LINUX ? Owner.current().label() : Labels.NO_RUN;
    return Map.of(Labels.RUN, Labels.NO_RUN, Labels.OWNER, owner);
  }

  /** Makes a container one that only runs what it is asked. */
  static <C extends GenericContainer<?>> C idle(C container, Capability... kept) {
    container.withLabels(labels());
    container.withCommand("sleep", "infinity");
    container.withStartupCheckStrategy(new IsRunningStartupCheckStrategy());
    container.withCreateContainerCmdModifier(
        create -> {
          create.getHostConfig().withInit(true);
          if (kept.length > 0) {
            create.getHostConfig().withCapDrop(Capability.ALL).withCapAdd(kept);
          }
        });
    return container;
  }

  /** Gives a container the program that is a canary or a load. */
  static <C extends GenericContainer<?>> C caller(C container) {
    String architecture = container.getDockerClient().infoCmd().exec().getArchitecture();
    byte[] program =
        Caller.program(String.valueOf(architecture))
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "this jar has no program caller; build it with harness/dist/maven"));
    container.withCopyToContainer(Transferable.of(program, 0755), Caller.PATH);
    return container;
  }

  /** What a container is asked. */
  interface Question<T> {
    T ask() throws IOException, InterruptedException;
  }

  /**
   * The answer, without checked exceptions.
   *
   * @param what is interrupted
   */
  static <T> T answer(String what, Question<T> question) {
    try {
      return question.ask();
    } catch (IOException e) {
      throw new UncheckedIOException(what + " failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(what + " was interrupted", e);
    }
  }

  /** Gives CoreDNS another configuration, which it reads while it keeps answering. */
  static void configure(GenericContainer<?> coredns, String corefile) {
    coredns.copyFileToContainer(Transferable.of(corefile), COREFILE);
    coredns
        .getDockerClient()
        .killContainerCmd(coredns.getContainerId())
        .withSignal("SIGUSR1")
        .exec();
  }

  /** The address of a running container. */
  static String address(GenericContainer<?> container) {
    return container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
        .map(ContainerNetwork::getIpAddress)
        .filter(address -> address != null && !address.isEmpty())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    container.getDockerImageName() + " has no address in a Docker network"));
  }
}
