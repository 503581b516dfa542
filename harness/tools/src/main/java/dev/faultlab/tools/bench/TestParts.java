package dev.faultlab.tools.bench;

import dev.faultlab.testcontainers.DelayedDns;
import dev.faultlab.testcontainers.Kernel;
import dev.faultlab.testcontainers.KernelContainer;
import dev.faultlab.testcontainers.PacketCapture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * What our parts add to a test with Testcontainers, for the benchmark {@code beside}: the seconds
 * to start and to stop each, and of what a test does with it, one row per line. Each is done once
 * before it is measured. A plain container beside them is what any container takes.
 *
 * <p>Usage: TestParts NETSHOOT COREDNS VM KAFKA_GUEST KERNEL KAFKA [RUN]; the last two as for
 * {@link KafkaReady}
 */
public final class TestParts {
  private TestParts() {}

  public static void main(String[] args) throws Exception {
    System.setProperty("faultlab.image.vm", args[2]);
    DockerImageName netshoot =
        DockerImageName.parse(args[0]).asCompatibleSubstituteFor("nicolaka/netshoot");
    DockerImageName coredns =
        DockerImageName.parse(args[1]).asCompatibleSubstituteFor("coredns/coredns");
    // The first containers of a JVM also pay for its client of the engine.
    try (GenericContainer<?> warm = plain(netshoot)) {
      warm.start();
    }
    startAndStop("plain", plain(netshoot));
    startAndStop("dns", new DelayedDns(coredns).address("a.test", 30, "192.0.2.1"));
    try (GenericContainer<?> app = plain(netshoot);
        DelayedDns dns = new DelayedDns(coredns).address("a.test", 30, "192.0.2.1")) {
      app.start();
      dns.start();
      row("dns-change", () -> dns.address("a.test", 30, "192.0.2.2"));
      capture(new PacketCapture(app, netshoot));
    }
    startAndStop(
        "kernel",
        new KernelContainer(args[3], Kernel.named(args[4]))
            .withMemory(1280)
            .withExposedPorts(9092)
            .withReadyLog("Kafka Server started")
            .withStartupTimeout(Duration.ofMinutes(10)));
    startAndStop("kafka", KafkaReady.container(args[5], args.length > 6 ? args[6] : ""));
  }

  private static GenericContainer<?> plain(DockerImageName image) {
    return new GenericContainer<>(image)
        .withLabel("faultlab.run", "beside")
        .withLabel("faultlab.owner", System.getenv("FAULTLAB_OWNER"))
        .withCommand("sleep", "infinity")
        .withCreateContainerCmdModifier(create -> create.getHostConfig().withInit(true));
  }

  private static void capture(PacketCapture packets) throws Exception {
    row("capture-start", packets::start);
    Path file = Files.createTempFile("beside", ".pcap");
    try {
      packets.begin().end(file);
      PacketCapture.Recording[] recording = new PacketCapture.Recording[1];
      row("capture-begin", () -> recording[0] = packets.begin());
      row("capture-end", () -> recording[0].end(file).assertComplete());
    } finally {
      Files.delete(file);
    }
    row("capture-stop", packets::stop);
  }

  private static void startAndStop(String name, GenericContainer<?> container) {
    try (container) {
      row(name + "-start", container::start);
      row(name + "-stop", container::stop);
    }
  }

  private static void row(String name, Runnable work) {
    long began = System.nanoTime();
    work.run();
    System.out.printf(Locale.ROOT, "tests-%s %.2f%n", name, (System.nanoTime() - began) / 1e9);
  }
}
