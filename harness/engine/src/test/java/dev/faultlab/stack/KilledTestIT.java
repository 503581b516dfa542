package dev.faultlab.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.docker.DockerImages;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.testcontainers.DelayedDns;
import dev.faultlab.testcontainers.PacketCapture;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.testcontainers.utility.DockerImageName;

/** What a test's JVM leaves when it is killed and Ryuk does not run: clean removes it. */
class KilledTestIT {

  /** A user's test, which starts a capture and a name server and then waits. */
  static final class KilledTest {
    private KilledTest() {}

    public static void main(String[] images) throws InterruptedException {
      DelayedDns dns =
          new DelayedDns(
              DockerImageName.parse(images[0]).asCompatibleSubstituteFor("coredns/coredns"));
      PacketCapture packets =
          new PacketCapture(
              dns, DockerImageName.parse(images[1]).asCompatibleSubstituteFor("nicolaka/netshoot"));
      packets.start();
      System.out.println("containers " + dns.getContainerId() + " " + packets.getContainerId());
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  @Test
  void cleanRemovesTheContainersOfAKilledJvm() throws Exception {
    DockerHost host = DockerHost.find();
    Process victim = start();
    List<String> containers;
    try (BufferedReader out = victim.inputReader()) {
      containers = containers(out);
      new Sweeper(host).sweepDead();
      assertThat(containers).allMatch(id -> exists(host.client(), id));
    } finally {
      victim.destroyForcibly();
    }
    assertThat(victim.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(containers).hasSize(2).allMatch(id -> exists(host.client(), id));
    new Sweeper(host).sweepDead();
    assertThat(containers).noneMatch(id -> exists(host.client(), id));
  }

  private static Process start() throws IOException {
    // It has our environment: no Ryuk.
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            KilledTest.class.getName(),
            built("coredns"),
            built("netshoot"))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static List<String> containers(BufferedReader out) throws IOException {
    String line = out.readLine();
    while (line != null && !line.startsWith("containers ")) {
      line = out.readLine();
    }
    assertThat(line).as("the victim's containers").isNotNull();
    return List.of(line.split(" ")).subList(1, 3);
  }

  /** Any build of a role's image. */
  private static String built(String role) {
    return new DockerImages(new LocalCommands())
        .images().keySet().stream()
            .filter(name -> name.startsWith("faultlab/" + role + ":"))
            .findFirst()
            .orElseThrow();
  }

  private static boolean exists(DockerClient docker, String id) {
    try {
      docker.inspectContainerCmd(id).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }
}
