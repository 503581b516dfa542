package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/** A module of one's own, and snapshots. */
class KafkaOnKernelIT {
  private static final Kernel TRIXIE = Kernel.named("debian:trixie");

  @Test
  void clientsComeBackThroughTheMappedPort() throws IOException {
    try (KafkaOnKernel broker = new KafkaOnKernel(BuiltImages.kafkaGuest(), TRIXIE)) {
      broker.start();
      assertThat(broker.execInContainer("cat", KafkaOnKernel.SETTINGS).getStdout())
          .contains("BROKER://" + broker.bootstrapServers());
      try (Socket socket = new Socket(broker.getHost(), broker.getMappedPort(KafkaOnKernel.PORT))) {
        assertThat(socket.isConnected()).isTrue();
      }
      assertThat(broker.execWithTools("uname", "-r").getStdout().strip())
          .isEqualTo(TRIXIE.release());
    }
  }

  @Test
  void aReadyGuestIsResumedFromItsSnapshot() {
    String volume = "faultlab-snapshots-" + ProcessHandle.current().pid();
    try {
      String first = drawn(volume);
      assertThat(drawn(volume)).isEqualTo(first).hasSize(36);
    } finally {
      DockerClientFactory.lazyClient().removeVolumeCmd(volume).exec();
    }
  }

  /**
   * What a service drew at random before it was ready: it is the same in all guests of a snapshot.
   */
  private static String drawn(String volume) {
    try (KernelContainer guest =
        new KernelContainer(BuiltImages.image(), TRIXIE)
            .withMemory(300)
            .withCpus(1)
            .withSnapshots(volume)
            .withReadyLog("at your service")
            .withCommand(
                "sh",
                "-c",
                "cat /proc/sys/kernel/random/uuid >/drawn; echo at your service; exec sleep infinity")) {
      guest.start();
      assertThat(guest.info()).contains("\"start\": \"restored\"");
      return guest.execInContainer("cat", "/drawn").getStdout().strip();
    }
  }
}
