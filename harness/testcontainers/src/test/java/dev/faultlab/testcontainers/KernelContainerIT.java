package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.ExecConfig;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

/** One guest on Debian's kernel, and short ones that end. */
@Testcontainers
class KernelContainerIT {
  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final DockerImageName APP = BuiltImages.image();
  private static final Network NETWORK = Network.newNetwork();

  @TempDir private static Path folder;

  // page: class
  static final Kernel TRIXIE = Kernel.named("debian:trixie");

  @Container
  static final KernelContainer guest =
      new KernelContainer(APP, TRIXIE)
          // page: -
          .withNetwork(NETWORK)
          .withNetworkAliases("guest.test")
          .withCpus(1)
          .withEnv("GREETING", "hello")
          .withCopyToContainer(Transferable.of(ANSWER), "/answer")
          .withCommand("socat", "-v", "TCP-LISTEN:8080,reuseaddr,fork", "SYSTEM:read; cat /answer")
          // page: class
          .withMemory(300)
          .withSysctl("net.ipv4.tcp_rmem", "4096 131072 7000000")
          .withExposedPorts(8080)
          .waitingFor(Wait.forHttp("/").forPort(8080).withReadTimeout(Duration.ofSeconds(10)));

  @Test
  void runsOnThatKernel() {
    assertThat(guest.execInContainer("uname", "-r").getStdout().strip())
        .isEqualTo(TRIXIE.release());
  }

  // page: -
  @AfterAll
  static void removeNetwork() {
    guest.stop();
    NETWORK.close();
  }

  @Test
  void aServiceOnThatKernelAnswersThroughAMappedPortAndByItsAlias() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://%s:%d/".formatted(guest.getHost(), guest.getMappedPort(8080))))
            .build();
    assertThat(
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body())
        .isEqualTo("ok");
    try (BuiltImages.Tools client = BuiltImages.tools().withNetwork(NETWORK)) {
      client.start();
      assertThat(client.bash("curl -s http://guest.test:8080/")).isEqualTo("ok");
    }
    assertThat(TRIXIE.release()).startsWith("6.12.");
    assertThat(guest.getLogs()).contains("GET / HTTP/1.1").contains("vm: backend ");
    assertThat(guest.info()).contains("\"start\": \"cold\"");
  }

  @Test
  void commandsAndSettingsAreThoseOfTheGuest() throws Exception {
    assertThat(outputOf("cat", "/proc/sys/net/ipv4/tcp_rmem")).isEqualTo("4096\t131072\t7000000");
    assertThat(outputOf("nproc")).isEqualTo("1");
    assertThat(outputOf("awk", "/MemTotal/ {print ($2 < 300 * 1024)}", "/proc/meminfo"))
        .isEqualTo("1");
    assertThat(outputOf("cat", "/proc/1/comm")).isEqualTo("init");
    assertThat(outputOf("sh", "-c", "tr '\\0' '\\n' </proc/$(pgrep -o socat)/environ"))
        .contains("GREETING=hello");
    assertThat(guest.execInContainer("sh", "-c", "echo wrong >&2; exit 7"))
        .satisfies(
            result -> {
              assertThat(result.getExitCode()).isEqualTo(7);
              assertThat(result.getStderr()).isEqualTo("wrong\n");
            });
    assertThat(guest.execWithTools("ss", "-Htln").getStdout()).contains(":8080");
    assertThatThrownBy(
            () ->
                guest.execInContainer(
                    ExecConfig.builder().user("daemon").command(new String[] {"id"}).build()))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void filesAreCopiedIntoTheRunningGuestAndOut() throws Exception {
    guest.copyFileToContainer(Transferable.of("#!/bin/sh\necho copied", 0755), "/opt/new/program");
    assertThat(outputOf("/opt/new/program")).isEqualTo("copied");
    assertThat(guest.copyFileFromContainer("/opt/new/program", KernelContainerIT::text))
        .isEqualTo("#!/bin/sh\necho copied");
    assertThatThrownBy(() -> guest.copyFileFromContainer("/nope", KernelContainerIT::text))
        .hasMessageContaining("/nope");
  }

  @Test
  void aCaptureSeesTheGuestsPackets() {
    try (PacketCapture packets = new PacketCapture(guest)) {
      packets.start();
      PacketCapture.Recording recording = packets.begin();
      guest.execInContainer("curl", "-s", "http://guest.test:1/");
      TestCapture capture = recording.end(folder.resolve("guest.pcap")).assertComplete();
      assertThat(capture.captured()).isPositive();
    }
  }

  @Test
  void theStatusIsThatOfTheCommandAndAnEarlyEndIsSaid() {
    try (KernelContainer failing =
        new KernelContainer(APP, TRIXIE)
            .withMemory(300)
            .withReadyLog("never printed")
            .withCommand("sh", "-c", "echo gives up; exit 3")) {
      assertThatThrownBy(failing::start)
          .hasStackTraceContaining(
              "the guest ended before it was ready: vm: the service ended with status 3");
    }
  }

  @Test
  void aKernelThatIsUnavailableIsRefusedWithTheReason() throws IOException {
    assertThatThrownBy(() -> Kernel.named("debian:tr ixie"))
        .hasMessageContaining("expected the name of one of a pair, debian:SUITE");
    assertThatThrownBy(() -> Kernel.at(folder.resolve("none"))).hasMessageContaining("bzImage");
    assertThatThrownBy(() -> Kernel.named("nosuch").release())
        .hasMessageContaining("run './faultlab kernels nosuch'");
  }

  private static String outputOf(String... command) {
    return guest.execInContainer(command).getStdout().strip();
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
