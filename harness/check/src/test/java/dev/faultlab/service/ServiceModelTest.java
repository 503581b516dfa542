package dev.faultlab.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.check.CalledService;
import dev.faultlab.check.CheckFile;
import dev.faultlab.check.ComposeProject;
import dev.faultlab.check.Request;
import dev.faultlab.check.Side;
import dev.faultlab.files.Json;
import dev.faultlab.lab.LabException;
import dev.faultlab.stack.StackIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On models as {@code docker compose config --format json} prints them. */
class ServiceModelTest {
  @TempDir private Path folder;

  private static final String PROJECT =
      """
      {"name": "shop",
       "networks": {"web": {"name": "shop_web"}, "outside": {"name": "x", "external": true}},
       "volumes": {"data": {"name": "shop_data"}, "theirs": {"name": "t", "external": true}},
       "secrets": {"token": {"name": "shop_token", "file": "/dev/null"}},
       "services": {
         "gateway": {
           "image": "nginx:1.22", "container_name": "shop-gateway", "hostname": "gw", "scale": 3,
           "depends_on": {"backend": {"condition": "service_healthy", "required": true}},
           "dns": ["8.8.8.8"], "dns_search": ["corp.example"], "expose": ["80"],
           "extra_hosts": ["foo=10.0.0.1"], "labels": {"theirs": "1"}, "links": ["backend:be"],
           "networks": {"web": {"aliases": ["shop.example"]}, "outside": null},
           "ports": [{"target": 80, "published": "8080"}],
           "secrets": [{"source": "token", "target": "/run/secrets/token"}],
           "sysctls": {"net.core.somaxconn": "1024", "kernel.shmmax": "1"},
           "volumes": [
             {"type": "bind", "source": "/etc/passwd", "target": "/etc/n", "read_only": true},
             {"type": "volume", "source": "data", "target": "/data"}]
         },
         "backend": {"build": {"context": "/p"}, "networks": {"web": {"aliases": ["api"]}},
           "healthcheck": {"test": ["CMD", "true"]}, "mem_limit": "100m", "x-extra": 0},
         "sidecar": {"image": "x", "network_mode": "service:gateway"},
         "admin": {"image": "x", "profiles": ["tools"], "network_mode": "host"}
       }}
      """;

  private static final String OTHER_SERVICES =
      """
      "Gateway": {"build": {"context": "/p"}}, "a..b": {"build": {"context": "/p"}},
      "backend": {"depends_on": {"Gateway": {}, "a..b": {}},\s""";

  private static ServiceModel model(String config) {
    return model(config, new Side(Optional.empty(), Map.of()));
  }

  private static ServiceModel model(String config, Side side, Path... certificates) {
    CheckFile check =
        new CheckFile(
            Path.of("/p/faultlab.yaml"),
            new ComposeProject(Path.of("/p/compose.yaml"), List.of(), List.of(certificates)),
            Request.parse("GET http://gateway/"),
            List.of(new CalledService("backend", 8080)));
    try {
      return new ServiceModel(check, side, Json.MAPPER.readTree(config));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode text(ServiceModel model) throws IOException {
    StackIdentity identity = new StackIdentity("run", "owner", "slow-dns-from", "198.18.7");
    return Json.MAPPER.readTree(
        model.text(identity, "tools", "coredns", Map.of("net.ipv4.ip_forward", "1")));
  }

  @Test
  void theServiceJoinsTheHoldersNetworkAndKeepsItsOwn() throws IOException {
    JsonNode gateway = text(model(PROJECT)).path("services").path("gateway");
    assertThat(gateway.path("network_mode").asText()).isEqualTo("service:faultlab-hold");
    for (String gone :
        List.of(
            "ports", "container_name", "networks", "hostname", "dns", "links", "expose", "scale")) {
      assertThat(gateway.has(gone)).as(gone).isFalse();
    }
    assertThat(gateway.path("sysctls").toString()).isEqualTo("{\"kernel.shmmax\":\"1\"}");
    assertThat(gateway.path("depends_on").path("backend").path("condition").asText())
        .isEqualTo("service_healthy");
    assertThat(gateway.path("secrets").size()).isEqualTo(1);
    assertThat(gateway.path("volumes").size()).isEqualTo(2);
    assertThat(gateway.path("labels").path("theirs").asText()).isEqualTo("1");
    assertThat(gateway.path("labels").path("faultlab.run").asText()).isEqualTo("run");
  }

  @Test
  void theHolderHasWhatBelongsToTheNamespace() throws IOException {
    JsonNode hold = text(model(PROJECT)).path("services").path("faultlab-hold");
    assertThat(hold.path("hostname").asText()).isEqualTo("gw");
    assertThat(hold.path("dns_search").get(0).asText()).isEqualTo("corp.example");
    assertThat(hold.path("extra_hosts").size()).isEqualTo(1);
    assertThat(hold.path("sysctls").path("net.core.somaxconn").asText()).isEqualTo("1024");
    assertThat(hold.path("sysctls").has("kernel.shmmax")).isFalse();
    assertThat(hold.path("networks").path("faultlab").path("aliases").toString())
        .contains("\"gateway\"", "\"shop-gateway\"", "\"shop.example\"");
  }

  @Test
  void everythingIsInOneInternalNetworkWithLabels() throws IOException {
    JsonNode root = text(model(PROJECT));
    assertThat(root.path("networks").size()).isEqualTo(1);
    assertThat(root.path("networks").path("faultlab").path("internal").asBoolean()).isTrue();
    assertThat(root.path("volumes").path("data").path("labels").path("faultlab.stack").asText())
        .isEqualTo("slow-dns-from");
    assertThat(root.path("volumes").path("data").has("name")).as("else it is theirs").isFalse();
    for (JsonNode service : root.path("services")) {
      assertThat(service.path("labels").path("faultlab.owner").asText()).isEqualTo("owner");
      assertThat(service.path("privileged").asBoolean()).isFalse();
    }
  }

  @Test
  void onlyWhatTheServiceNeedsIsStarted() throws IOException {
    ServiceModel model = model(PROJECT);
    assertThat(model.services()).containsExactlyInAnyOrder("gateway", "backend");
    assertThat(text(model).path("services").has("admin")).as("on the host's network").isFalse();
    assertThat(model.notes())
        .containsExactlyInAnyOrder(
            "volume data starts empty",
            "service gateway cannot reach foo, which is outside",
            "service gateway has one replica instead of 3");
  }

  @Test
  void versionsAndServicesWithSimilarNamesHaveImagesOfTheirOwn() throws IOException {
    // String.hashCode is the same for Aa and BB.
    List<Map<String, String>> versions =
        List.of(
            Map.of("TAG", "Aa"),
            Map.of("TAG", "BB"),
            Map.of("A", "1, B 2"),
            new TreeMap<>(Map.of("A", "1", "B", "2")));
    String config =
        PROJECT
            .replace("\"image\": \"nginx:1.22\"", "\"build\": {\"context\": \"/p\"}")
            .replace("\"backend\": {\"build\"", OTHER_SERVICES + "\"build\"");
    Set<String> images = new HashSet<>();
    versions.forEach(
        tags -> images.addAll(model(config, new Side(Optional.empty(), tags)).built().values()));
    assertThat(images)
        .hasSize(16)
        .allMatch(name -> name.matches("faultlab-check/[a-z]+:[0-9a-f-]{36}"));
  }

  @Test
  void limitsStandAtThePlaceThatTheProjectUses() throws IOException {
    JsonNode backend = text(model(PROJECT)).path("services").path("backend");
    assertThat(backend.path("mem_limit").asText()).isEqualTo("100m");
    String limited =
        PROJECT.replace(
            "\"mem_limit\": \"100m\", \"x-extra\": 0",
            "\"deploy\": {\"resources\": {\"limits\": {\"memory\": \"100m\"}}}");
    JsonNode services = text(model(limited)).path("services");
    JsonNode limits = services.path("backend").path("deploy").path("resources").path("limits");
    assertThat(limits.path("memory").asText()).isEqualTo("100m");
    assertThat(limits.path("pids").asLong()).isPositive();
    assertThat(services.path("backend").has("pids_limit")).as("Compose refuses it").isFalse();
    assertThat(services.path("gateway").path("pids_limit").asLong()).isPositive();
  }

  @Test
  void anImageTakesThePlaceOfTheServices() throws IOException {
    Side side = new Side(Optional.of("mine:2"), Map.of());
    JsonNode services = text(model(PROJECT, side)).path("services");
    assertThat(services.path("gateway").path("image").asText()).isEqualTo("mine:2");
    assertThat(services.path("backend").path("image").asText()).isNotEqualTo("mine:2");
  }

  @Test
  void aNameThatIsNoHostNameIsLeftOutWithANote() {
    ServiceModel model =
        model(PROJECT.replace("[\"api\"]", "[\"*.internal\", \"backend.\", \"api\"]"));
    assertThat(model.namesOf("backend")).containsExactly("backend", "api", "be");
    assertThat(model.notes())
        .contains(
            "nothing answers lookups of *.internal, which is no host name",
            "nothing answers lookups of backend., which is no host name");
    assertThat(model(PROJECT).notes()).noneMatch(note -> note.contains("lookups"));
  }

  /** What the upstream has, and the end of the refusal; empty if the files are copied. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'volumes': [{'type': 'bind', 'source': 'P', 'target': '/tls', 'read_only': true}] | ''",
        "'image': 'x' | no service under calls mounts one of the certificates as a volume",
        "'secrets': [{'source': 'key'}] | is a certificate that a check cannot replace; mount the file as a volume",
      })
  void certificatesAreFilesThatCanBeReplaced(String has, String refusal) throws IOException {
    Path file = Files.writeString(folder.resolve("ca.crt"), "x").toRealPath();
    String project =
        "{'services': {'gateway': {'image': 'x'}, 'backend': {%s}}, 'secrets': {'key': {'file': '%s'}}}"
            .formatted(has, file)
            .replace("'P'", "'" + file.getParent() + "'")
            .replace('\'', '"');
    try {
      ServiceModel model = model(project, new Side(Optional.empty(), Map.of()), file);
      assertThat(model.copies()).extracting(HostCopy::source).containsExactly(file.getParent());
      assertThat(model.mountsCertificate("backend")).isTrue();
      assertThat(model.mountsCertificate("gateway")).isFalse();
      assertThat(refusal).isEmpty();
    } catch (LabException e) {
      assertThat(refusal).isNotEmpty();
      assertThat(e).hasMessageContaining(refusal);
    }
  }
}
