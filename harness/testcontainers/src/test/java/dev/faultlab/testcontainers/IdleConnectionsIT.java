package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.testcontainers.condition.Client;
import dev.faultlab.testcontainers.condition.IdleDropped;
import dev.faultlab.testcontainers.condition.Trial;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

/** What docs/testcontainers.md shows: a gateway that keeps the connections of its clients. */
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
      bed.serves(new GenericContainer<>(APP).withCommand(GATEWAY).withExposedPorts(8080));

  @Test
  void survivesForgottenConnections() {
    try (Trial trial = bed.trial()) {
      trial.run(Client.of(bed.address(app), () -> call(app))).assertAbsent();
    }
  }

  // page: -
  private static final HttpClient KEEPS =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static boolean call(GenericContainer<?> app) throws Exception {
    return call(HttpClient.newHttpClient(), app);
  }

  private static boolean call(HttpClient http, GenericContainer<?> app) throws Exception {
    URI uri = URI.create("http://" + app.getHost() + ":" + app.getMappedPort(8080) + "/");
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build();
    return http.send(request, BodyHandlers.ofString()).body().equals("ok");
  }

  @Test
  void aClientThatKeepsItsConnectionsThroughTheGatewayDoesNot() {
    try (Trial trial = bed.trial()) {
      Client client = Client.of(bed.address(app), () -> call(KEEPS, app));
      assertThatThrownBy(() -> trial.run(client).assertAbsent())
          .isInstanceOf(AssertionError.class)
          // The other test's clients leave connections open until they are collected: 8 to 16.
          .hasMessageMatching(
              """
              idle-dropped: present 8/8, expected absent
                (8|9|1[0-6]) connections open before the pause, 0 closed, 0 kept alive, \\1 forgotten; \
              data on 8 of them
                canaries: bad present 8/8, good absent 0/8""");
    }
  }
  // page: class
}
