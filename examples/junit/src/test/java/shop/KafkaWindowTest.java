package shop;

import dev.faultlab.testcontainers.CaptureExtension;
import dev.faultlab.testcontainers.Kernel;
import dev.faultlab.testcontainers.KernelContainer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

/**
 * The same broker on two kernels, one of them without commit 909172a14974. SYN cookies are forced,
 * as a full listen queue would bring them about.
 */
@Testcontainers(parallel = true)
class KafkaWindowTest {
  private static final Network unfixedNetwork = Network.newNetwork();
  private static final Network fixedNetwork = Network.newNetwork();

  @Container static final KernelContainer unfixed = broker("unfixed", unfixedNetwork);
  @Container static final KernelContainer fixed = broker("fixed", fixedNetwork);
  @Container static final GenericContainer<?> shopOnUnfixed = shop(unfixedNetwork);
  @Container static final GenericContainer<?> shopOnFixed = shop(fixedNetwork);

  @RegisterExtension static final CaptureExtension ofUnfixed = CaptureExtension.of(unfixed);
  @RegisterExtension static final CaptureExtension ofFixed = CaptureExtension.of(fixed);

  private static KernelContainer broker(String kernel, Network network) {
    DockerImageName image = DockerImageName.parse(System.getProperty("image.kafka"));
    return new KernelContainer(image, Kernel.named(kernel))
        .withNetwork(network)
        .withNetworkAliases("kafka")
        .withEnv("BROKER_NAME", "kafka")
        .withCpus(1)
        .withMemory(1280)
        .withSysctl("net.ipv4.tcp_syncookies", "2")
        .withReadyLog("Kafka Server started");
  }

  private static GenericContainer<?> shop(Network network) {
    return new GenericContainer<>(Images.shop())
        .withNetwork(network)
        .withEnv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1")
        .withExposedPorts(8080)
        .waitingFor(Wait.forHttp("/stock").withStartupTimeout(Duration.ofMinutes(3)));
  }

  /** Red: the broker announces a window that the producer must read as a few hundred bytes. */
  @Test
  void ordersToABrokerOnTheOldKernelArriveWithoutAFault() throws Exception {
    Calls.of(shopOnUnfixed, "/order", 1, 1);
    ofUnfixed.end().assertHealthy();
  }

  /** Green: the same bytes, the same cookies, another kernel. */
  @Test
  void ordersToABrokerOnTheNewKernelArriveWithoutAFault() throws Exception {
    Calls.of(shopOnFixed, "/order", 1, 1);
    ofFixed.end().assertHealthy();
  }
}
