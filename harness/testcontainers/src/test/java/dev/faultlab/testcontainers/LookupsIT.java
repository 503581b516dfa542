package dev.faultlab.testcontainers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

/**
 * What docs/how-to/testcontainers.md shows: an application that looks its backend up for each call.
 */
// page: class
@Testcontainers
class LookupsIT {
  // page: -
  static final DockerImageName APP = BuiltImages.image();

  // page: class
  @Container
  static final DelayedDns dns = new DelayedDns().address("backend.test", 30, "192.0.2.1");

  @Container
  static final GenericContainer<?> app =
      dns.resolves(new GenericContainer<>(APP).withCommand("sleep", "infinity"));

  @RegisterExtension static final CaptureExtension packets = CaptureExtension.of(app);

  @Test
  void looksTheBackendUpOnce() throws Exception {
    app.execInContainer("getent", "ahostsv4", "backend.test");
    packets.end().assertLookups("backend.test", 1);
  }
}
