package dev.faultlab.testcontainers;

import com.github.dockerjava.api.model.Image;
import java.util.Comparator;
import java.util.List;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/** Images of our own recipes, where no registry can be reached: the newest on this engine. */
final class BuiltImages {
  private BuiltImages() {}

  /** Names them to the library; without any it takes the official ones. */
  static void use() {
    for (String role : List.of("netshoot", "coredns", "base", "vm", "kafka-guest")) {
      use(role, role);
    }
  }

  /** Fills a role with the newest build of another one. */
  static void use(String role, String by) {
    DockerClientFactory.lazyClient().listImagesCmd().exec().stream()
        .filter(image -> image.getRepoTags() != null)
        .filter(image -> image.getRepoTags()[0].startsWith("faultlab/" + by + ":"))
        .max(Comparator.comparing(Image::getCreated))
        .ifPresent(image -> System.setProperty("faultlab.image." + role, image.getRepoTags()[0]));
  }

  /** With a shell, dig and curl. */
  static DockerImageName image() {
    use();
    return Sidecars.image("netshoot", "nicolaka/netshoot:v0.14");
  }

  /** A broker that starts quickly; no registry has it. */
  static DockerImageName kafkaGuest() {
    use();
    return DockerImageName.parse(System.getProperty("faultlab.image.kafka-guest"));
  }

  static Tools tools() {
    return new Tools(image());
  }

  /** Any program under test. */
  static final class Tools extends org.testcontainers.containers.GenericContainer<Tools> {
    private Tools(DockerImageName image) {
      super(image);
      withLabels(Sidecars.labels());
      withCommand("sleep", "infinity");
      withCreateContainerCmdModifier(create -> create.getHostConfig().withInit(true));
    }

    /** Runs a script of bash, and returns what it prints. */
    String bash(String script) {
      try {
        ExecResult result = execInContainer("bash", "-c", script);
        return result.getStdout() + result.getStderr();
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }
}
