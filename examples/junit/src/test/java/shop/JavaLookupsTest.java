package shop;

import dev.faultlab.testcontainers.CaptureExtension;
import dev.faultlab.testcontainers.DelayedDns;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** The checkout, with Java's address cache and without it. */
@Testcontainers(parallel = true)
class JavaLookupsTest {
  private static final int CALLERS = 8;

  private static final ImageFromDockerfile IMAGE = Images.shop();

  @Container
  static final DelayedDns dns =
      new DelayedDns()
          .address("stock.test", 30, "192.0.2.1")
          .delay("stock.test", Duration.ofMillis(20));

  /** As some teams set it, so that a fail-over is seen at once. */
  @Container static final GenericContainer<?> uncached = checkout("-Dsun.net.inetaddr.ttl=0");

  @Container static final GenericContainer<?> cached = checkout("-Dsun.net.inetaddr.ttl=30");

  @RegisterExtension static final CaptureExtension ofUncached = CaptureExtension.of(uncached);
  @RegisterExtension static final CaptureExtension ofCached = CaptureExtension.of(cached);

  private static GenericContainer<?> checkout(String option) {
    return dns.resolves(
        new GenericContainer<>(IMAGE)
            .withEnv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 " + option)
            .withExposedPorts(8080)
            .waitingFor(Wait.forHttp("/stock").withStartupTimeout(Duration.ofMinutes(3))));
  }

  @BeforeAll
  static void stock() {
    dns.moveTo("stock.test", cached); // another instance has the stock
  }

  /** Red: InetAddress holds a lock, so eight callers look up one after the other. */
  @Test
  void callersWithoutACacheLookUpTogether() throws Exception {
    Calls.of(uncached, "/checkout", CALLERS, 10);
    ofUncached.end().assertConcurrent("stock.test", CALLERS);
  }

  /** Green: with the cache, the eight share one lookup. */
  @Test
  void callersWithACacheShareALookup() throws Exception {
    Calls.of(cached, "/checkout", CALLERS, 10);
    ofCached.end().assertLookups("stock.test", 1);
  }
}
