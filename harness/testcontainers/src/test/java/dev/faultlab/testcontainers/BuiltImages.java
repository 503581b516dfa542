package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Image;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/** Images of our own recipes, where no registry can be reached: the newest on this engine. */
final class BuiltImages {
  /** Names them to the library; without any it takes the official ones. */
  static void use() {
    for (String role : List.of("netshoot", "coredns", "base", "vm", "kafka-guest")) {
      use(role, role);
    }
    if (System.getProperty("faultlab.caller") == null) {
      System.setProperty("faultlab.caller", built("../scripts/build-go", "caller"));
    }
  }

  /** The line that a script of this clone prints; a jar has the program inside. */
  private static String built(String... script) {
    try {
      Process build = new ProcessBuilder(script).redirectError(Redirect.INHERIT).start();
      String line = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(build.waitFor()).isZero();
      return line.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
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
    return Sidecars.image("netshoot");
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
      Sidecars.caller(this);
      withLabels(Sidecars.labels());
      withCommand("sleep", "infinity");
      withCreateContainerCmdModifier(create -> create.getHostConfig().withInit(true));
    }

    /** Runs a script of bash, and returns what it prints. */
    String bash(String script) {
      try {
        ExecResult result = execInContainer("bash", "-c", script);
        return result.getStdout() + result.getStderr();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }
}
