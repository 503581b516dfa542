package dev.faultlab.testcontainers;

import dev.faultlab.testcontainers.condition.IdleDropped;
import dev.faultlab.testcontainers.condition.Trial;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

/**
 * What docs/how-to/testcontainers.md shows: a gateway that keeps the connections of its clients.
 */
// page: class
@Testcontainers
class IdleConnectionsIT {
  // page: -
  static final DockerImageName APP = BuiltImages.image();
  static final String[] GATEWAY = {
    "socat", "TCP-LISTEN:8080,fork,reuseaddr", "TCP:backend.test:8080"
  };
  static final String[] SERVER = {
    "bash",
    "-c",
    """
    cat >/tmp/serve <<'END'
    while read -r line; do
      if [[ $line == $'\\r' ]]; then printf 'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok'; fi
    done
    END
    exec socat TCP-LISTEN:8080,fork,reuseaddr EXEC:'bash /tmp/serve'
    """
  };

  // page: class
  @Container
  static final GenericContainer<?> backend = new GenericContainer<>(APP).withCommand(SERVER);

  @Container
  static final ContainerTestbed bed =
      new ContainerTestbed(new IdleDropped(Duration.ofSeconds(5)))
          .upstream("backend.test", 8080, backend);

  @Container
  static final GenericContainer<?> app =
      bed.serves(new GenericContainer<>(APP).withCommand(GATEWAY));

  @Test
  void survivesForgottenConnections() {
    try (Trial trial = bed.trial()) {
      trial.run(bed.asks(app, "curl -sSf http://$SERVICE:8080/")).assertAbsent();
    }
  }
}
