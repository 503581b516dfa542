package dev.faultlab.testcontainers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ContainerNetwork;
import dev.faultlab.owner.Labels;
import dev.faultlab.owner.Owner;
import dev.faultlab.sidecar.Resource;
import dev.faultlab.testcontainers.condition.Caller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.IsRunningStartupCheckStrategy;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;

/** Common settings of our containers. */
final class Sidecars {
  private static final boolean LINUX = System.getProperty("os.name").equals("Linux");
  private static final AtomicBoolean RYUK_ANNOUNCED = new AtomicBoolean();

  private static final Map<String, String> OFFICIAL =
      Map.of("netshoot", "nicolaka/netshoot:v0.14", "coredns", "coredns/coredns:1.15.0");

  /** Where CoreDNS reads its configuration. */
  static final String COREFILE = "/Corefile";

  /**
   * The official image of a role, or the one in the system property {@code faultlab.image.ROLE}.
   */
  static DockerImageName image(String role) {
    String official = OFFICIAL.get(role);
    String name = System.getProperty("faultlab.image." + role, official);
    requireImage(name);
    return DockerImageName.parse(name).asCompatibleSubstituteFor(official);
  }

  /**
   * Pulls an image that is not on the engine. Testcontainers would retry for two minutes before it
   * fails, and report that only to a logger.
   *
   * @throws IllegalStateException when the first attempt fails
   */
  @SuppressWarnings("deprecation") // its successor is the one that retries
  static void requireImage(String name) {
    DockerClientFactory docker = DockerClientFactory.instance();
    TransportConfig transport;
    try {
      transport = docker.getTransportConfig();
    } catch (IllegalStateException e) {
      return; // no engine, which the first start reports
    }
    // Not docker.client(), which first starts Ryuk.
    try (DockerClient engine = DockerClientProviderStrategy.getClientForConfig(transport)) {
      docker.checkAndPullImage(engine, substitute(name).asCanonicalNameString());
      String ryuk = substitute("testcontainers/ryuk").getUnversionedPart();
      if (!Boolean.parseBoolean(System.getenv("TESTCONTAINERS_RYUK_DISABLED"))
          && engine.listImagesCmd().withReferenceFilter(ryuk).exec().isEmpty()
          && RYUK_ANNOUNCED.compareAndSet(false, true)) {
        String pulls =
            "faultlab: Testcontainers pulls %s. If it cannot, it fails after 2 minutes: then set TESTCONTAINERS_RYUK_DISABLED=true in the environment.";
        System.err.println(pulls.formatted(ryuk));
      }
    } catch (IOException | RuntimeException e) {
      String help = Resource.text(Sidecars.class, "missing-image.txt");
      throw new IllegalStateException(help.formatted(name, e.getMessage()), e);
    }
  }

  private static DockerImageName substitute(String name) {
    return ImageNameSubstitutor.instance().apply(DockerImageName.parse(name));
  }

  /** Labels by which {@code ./faultlab clean} finds it after this JVM was killed. */
  static Map<String, String> labels() {
    // Other systems have no /proc to identify processes; clean then treats it as started by hand.
    String owner = LINUX ? Owner.current().label() : Labels.NO_RUN;
    return Map.of(Labels.RUN, Labels.NO_RUN, Labels.OWNER, owner);
  }

  /** Makes a container one that only runs what it is asked. */
  static <C extends GenericContainer<?>> C idle(C container, Capability... capabilities) {
    container.withLabels(labels());
    container.withCommand("sleep", "infinity");
    container.withStartupCheckStrategy(new IsRunningStartupCheckStrategy());
    container.withCreateContainerCmdModifier(
        create -> {
          create.getHostConfig().withInit(true);
          if (capabilities.length > 0) {
            create.getHostConfig().withCapDrop(Capability.ALL).withCapAdd(capabilities);
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

  /** A question to a container, which may throw checked exceptions. */
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
  static void configure(GenericContainer<?> dns, String corefile) {
    dns.copyFileToContainer(Transferable.of(corefile), COREFILE);
    dns.getDockerClient().killContainerCmd(dns.getContainerId()).withSignal("SIGUSR1").exec();
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
