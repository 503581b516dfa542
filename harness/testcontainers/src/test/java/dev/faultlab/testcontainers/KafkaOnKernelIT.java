package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/** A module of one's own, and snapshots. */
class KafkaOnKernelIT {
  private static final Kernel TRIXIE = Kernel.named("debian:trixie");
  private static final int METADATA = 3;
  private static final int CORRELATION = 7;

  @Test
  void clientsComeBackThroughTheMappedPort() throws IOException {
    try (KafkaOnKernel broker = new KafkaOnKernel(BuiltImages.kafkaGuest(), TRIXIE)) {
      broker.start();
      assertThat(advertised(broker)).isEqualTo(broker.bootstrapServers());
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

  /** Metadata, version 1, of no topics: the answer begins with the brokers' addresses. */
  private static String advertised(KafkaOnKernel broker) throws IOException {
    String[] address = broker.bootstrapServers().split(":");
    try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(14);
      out.writeShort(METADATA);
      out.writeShort(1);
      out.writeInt(CORRELATION);
      out.writeShort(-1); // no client id
      out.writeInt(0); // no topics
      DataInputStream in = new DataInputStream(socket.getInputStream());
      in.readInt();
      assertThat(in.readInt()).isEqualTo(CORRELATION);
      assertThat(in.readInt()).as("brokers").isEqualTo(1);
      in.readInt(); // its id
      return in.readUTF() + ":" + in.readInt();
    }
  }
}
