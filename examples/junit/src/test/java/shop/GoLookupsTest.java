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

/** A client in Go, which has no cache for names, with kept connections and without. */
@Testcontainers(parallel = true)
class GoLookupsTest {
  private static final ImageFromDockerfile IMAGE = Images.price();

  @Container
  static final DelayedDns dns =
      new DelayedDns()
          .address("stock.test", 30, "192.0.2.1")
          .delay("stock.test", Duration.ofMillis(20));

  @Container static final GenericContainer<?> closing = price("false");
  @Container static final GenericContainer<?> keeping = price("true");

  @RegisterExtension static final CaptureExtension ofClosing = CaptureExtension.of(closing);
  @RegisterExtension static final CaptureExtension ofKeeping = CaptureExtension.of(keeping);

  private static GenericContainer<?> price(String keepAlive) {
    return dns.resolves(
        new GenericContainer<>(IMAGE)
            .withEnv("KEEP_ALIVE", keepAlive)
            .withExposedPorts(8080)
            .waitingFor(Wait.forHttp("/stock").withStartupTimeout(Duration.ofMinutes(3))));
  }

  @BeforeAll
  static void stock() {
    dns.moveTo("stock.test", keeping);
  }

  /** Red: no connection is kept, and nothing remembers the address. */
  @Test
  void looksTheStockUpOnceWithoutKeptConnections() throws Exception {
    Calls.of(closing, "/price", 1, 40);
    ofClosing.end().assertLookups("stock.test", 1);
  }

  /** Green: one connection serves all requests. */
  @Test
  void looksTheStockUpOnceWithKeptConnections() throws Exception {
    Calls.of(keeping, "/price", 1, 40);
    ofKeeping.end().assertLookups("stock.test", 1);
  }
}
