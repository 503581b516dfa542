package dev.faultlab.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.check.CheckFile;
import dev.faultlab.check.CheckFileReader;
import dev.faultlab.check.Side;
import dev.faultlab.lab.LabException;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.run.Provisioning;
import dev.faultlab.stack.StackIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Features of Compose that projects have, as Compose itself resolves them: a gateway calls an api.
 * Each row works, or is refused with its reason before anything starts.
 */
class ComposeFeaturesTest {
  private static final StackIdentity OWNER = new StackIdentity("run", "owner", "stack", "198.18.7");

  @TempDir private Path folder;

  private void write(String name, String text) throws IOException {
    Files.createDirectories(folder.resolve(name).getParent());
    Files.writeString(folder.resolve(name), text);
  }

  /** {@code works} with services, notes and the started model, or {@code refused}. */
  private String found() throws InterruptedException {
    try {
      CheckFile check = CheckFileReader.read(folder.resolve("faultlab.yaml"));
      Provisioning tools = new Provisioning(null, new LocalCommands(), null, Map.of(), List.of());
      ServiceModel model = new Projects(tools).preview(check, Side.AS_IT_IS);
      String text = model.text(OWNER, "tools", "names", Map.of());
      return "works: %s %s %s".formatted(model.services(), model.notes(), text);
    } catch (LabException e) {
      return "refused: " + e.getMessage();
    }
  }

  /**
   * @param gateway what the checked service has beside its image
   * @param api what the called service has
   * @param rest of the project
   * @param file another file and its text
   * @param key of faultlab.yaml
   * @param expected {@code works} or {@code refused}, and a part of the model or of the reason
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          volumes: [".:/srv"] | | | | | works: gets a copy of
          volumes: ["/var/run/docker.sock:/s:ro"] | | | | | refused: mounts no
          configs: [{source: c, target: /c}] | | configs: {c: {content: "text"}} | | | works: "content":"text"
          secrets: [s] | | secrets: {s: {file: ./api.conf}} | | | works: api.conf
          secrets: [s] | | secrets: {s: {environment: NO_SUCH}} | | | refused: the variable NO_SUCH, which is not set; export it
          secrets: [s] | | secrets: {s: {environment: PATH}} | | | works: "environment":"PATH"
          env_file: [{path: ./no.env, required: false}, my.env] | | | my.env=A=b | | works: "A":"b"
          volumes: ["v:/v:ro"], depends_on: {init: {condition: service_completed_successfully}} | | volumes: {v: {}} | | | works: [gateway, api, init]
          build: {context: ., dockerfile_inline: "FROM x", target: t} | | | | | works: faultlab-check/gateway
          deploy: {replicas: 3} | | | | | works: one replica instead of 3
          restart: always, logging: {driver: none}, init: true, shm_size: 64m | | | | | works: "shm_size":"67108864"
          networks: [edge, default] | | networks: {edge: {external: true}} | | | works: [gateway, api] []
          network_mode: host | | | | | refused: has network_mode: host
          network_mode: "service:api" | | | | | refused: shares the network of api; name that service
          init: true | network_mode: "service:init" | | | | refused: service api shares the network of init; name that
          init: true | | networks: {default: {enable_ipv6: true}} | | | works: [gateway, api] []
          extra_hosts: ["host.docker.internal:host-gateway"] | | | | | works: gateway cannot reach host.docker.internal, which is outside
          extra_hosts: ["localhost.test:127.0.0.1"] | | | | | works: [gateway, api] []
          extra_hosts: ["api:203.0.113.10"] | | | | | refused: service gateway has extra_hosts: api=203.0.113.10, but
          extra_hosts: ["db:172.28.0.11"] | networks: {net: {ipv4_address: 172.28.0.11}} | networks: {net: {ipam: {config: [{subnet: 172.28.0.0/24}]}}} | | | refused: has extra_hosts: db=172.28.0.11
          environment: {A: "http://172.28.0.11/"} | networks: {net: {ipv4_address: 172.28.0.11}} | networks: {net: {ipam: {config: [{subnet: 172.28.0.0/24}]}}} | | | refused: gateway has the address 172.28.0.11 of service api in environment; write the name api there
          environment: {A: "http://172.28.0.110/"} | networks: {net: {ipv4_address: 172.28.0.11}} | networks: {net: {ipam: {config: [{subnet: 172.28.0.0/24}]}}} | | | works: service api has another address than 172.28.0.11
          links: ["api:be"] | container_name: my-api | | | | works: ["api","my-api","be"]
          depends_on: [api] | networks: {default: {aliases: [backend]}} | | | | works: ["api","backend"]
          init: true | | | compose.override.yaml=services: {gateway: {image: over}} | | works: "image":"over"
          init: true | | | compose.override.yaml=services: {gateway: {image: over}} | compose: compose.yaml | works: "image":"plain"
          init: true | | | .env=COMPOSE_FILE=compose.yaml:rest.yaml | | works: "image":"prod"
          init: true | | | .env=COMPOSE_FILE=rest.yaml | | refused: found the service 'api' under calls
          init: true | | | | compose: [compose.yaml, rest.yaml] | works: "image":"prod"
          init: true | | | evil.yaml=services: {gateway: {pid: host}} | compose: [compose.yaml, evil.yaml] | refused: pid: host
          init: true | | | | compose: [compose.yaml, no.yaml] | refused: no.yaml
          depends_on: [inner] | | include: [sub/inner.yaml] | sub/inner.yaml=services: {inner: {image: y}} | | works: [gateway, api, inner]
          depends_on: {dbg: {condition: service_started, required: false}} | | | | | works: [gateway, api, dbg]
          depends_on: {dbg: {condition: service_started, required: false}} | | | | profiles: [app] | works: [gateway, api]
          depends_on: {dbg: {condition: service_started, required: false}} | | | .env=COMPOSE_PROFILES=app | | works: [gateway, api]
          depends_on: {dbg: {condition: service_started, required: false}} | | | .env=COMPOSE_PROFILES=dev | | works: [gateway, api, dbg]
          profiles: [app] | | | | | works: [gateway, api]
          profiles: [app] | | | | profiles: [dev] | refused: found the service 'gateway' under service, expected one of compose.yaml: api
          """)
  void worksOrIsRefusedInThePlan(
      String gateway, String api, String rest, String file, String key, String expected)
      throws IOException, InterruptedException {
    write("api.conf", "text");
    write("rest.yaml", "services: {gateway: {image: prod}}");
    write(
        "compose.yaml",
        """
        services:
          gateway: {image: plain, %s}
          api: {image: x, %s}
          init: {image: x}
          dbg: {image: y, profiles: [dev]}
        %s
        """
            .formatted(gateway, text(api), text(rest)));
    if (file != null) {
      write(file.split("=", 2)[0], file.split("=", 2)[1]);
    }
    write(
        "faultlab.yaml",
        """
        service: gateway
        calls: api:8080
        ask: GET http://gateway/
        conditions: {slow-dns: {}}
        %s
        """
            .formatted(text(key)));
    String[] words = expected.split(": ", 2);
    assertThat(found()).startsWith(words[0] + ": ").contains(words[1]);
  }

  private static String text(String column) {
    return column == null ? "" : column;
  }
}
