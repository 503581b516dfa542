package dev.faultlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackFileTest {
  private static final String SERVICES =
      """
      lab: demo
      title: A lab of one container and a sniffer
      parameters:
        jdk: {axis: true, default: [17, 21]}
        delay: {help: milliseconds, default: 5}
      services:
        app:
          command: [sh, /lab/start, "{delay}", "${MORE:-none}"]
          environment: {MODE: "{mode}", PEER: "http://{endpoint:peer}/{delay}"}
          x-faultlab: {role: "jre:JDK={jdk}", memory: 300, version: [java, -version]}
        peer:
          volumes: ["./peer:/lab:ro", "./more:/more"]
          expose: [8080]
          dns: ["{address:app}"]
          init: false
          x-faultlab: {role: client}
        sniffer: {image: other, network_mode: "service:app", cap_add: [NET_RAW]}
      with: {mode: slow}
      procedures:
        ask: [{run: [sh, /lab/ask], in: app, stdout: said.json}]
      signatures:
        too-many: {kind: counted-excess, value: "said.json#/value", limit: "said.json#/limit"}
      variants:
        - each:
            slow-start: {expect: {too-many: present}}
            fast: {with: {mode: fast}, expect: {too-many: absent}}
      metrics: {asked: {unit: requests, from: "said.json#/value"}}
      """;

  private static final String GUEST =
      """
      lab: demo
      title: A lab of one guest
      parameters:
        kernel: {axis: true, default: ["debian:bookworm", "debian:sid"]}
        jdk: {axis: true, default: 21}
        memory: {help: MiB of the guest, default: 1024}
      services:
        jvm:
          environment: {VM_CPUS: 2, VM_CGROUP: "memory.max={memory}M"}
          volumes: ["./guest:/guest/lab:ro"]
          x-faultlab: {kernel: "{kernel}", role: "jre:JDK={jdk}", memory: "{memory}", version: [java, -version]}
      procedures:
        ask: [{run: [sh, /lab/ask], in: jvm, stdout: said.json}]
      signatures:
        too-many: {kind: counted-excess, value: "said.json#/value", limit: "said.json#/limit"}
      variants:
        - each: {plain: {expect: {too-many: present}}}
      """;

  @TempDir Path labs;

  @BeforeEach
  void recipe() throws IOException {
    Path recipe = Files.createDirectories(labs.resolve("demo/images/client"));
    Files.writeString(recipe.resolve("Dockerfile"), "ARG BASE\nFROM ${BASE}\n");
  }

  @Test
  void aServiceGetsAddressLabelsAndLimits() throws IOException {
    JsonNode app = compose(SERVICES).at("/services/app");

    assertThat(app.path("image").asText()).isEqualTo("${APP_IMAGE:-unresolved}");
    assertThat(app.at("/networks/lab/ipv4_address").asText())
        .isEqualTo("${FAULTLAB_NET:-198.18.0}.10");
    assertThat(app.at("/labels/faultlab.run").asText()).isEqualTo("${FAULTLAB_RUN:-by-hand}");
    assertThat(app.at("/security_opt/0").asText()).isEqualTo("no-new-privileges:true");
    assertThat(app.at("/cap_drop/0").asText()).isEqualTo("ALL");
    assertThat(app.path("mem_limit").asText()).isEqualTo("2g");
    assertThat(words(app.path("volumes"))).containsExactly(".:/lab:ro", "/evidence");
    assertThat(app.has("x-faultlab")).isFalse();
  }

  @Test
  void placeholdersOfServicesAreVariablesOfTheStack() throws IOException {
    JsonNode services = compose(SERVICES).path("services");

    assertThat(words(services.at("/app/command")))
        .containsExactly("sh", "/lab/start", "${LAB_DELAY}", "${MORE:-none}");
    assertThat(services.at("/app/environment/MODE").asText()).isEqualTo("${LAB_MODE}");
    assertThat(services.at("/app/environment/PEER").asText())
        .isEqualTo("http://${FAULTLAB_NET:-198.18.0}.11:8080/${LAB_DELAY}");
    assertThat(read(SERVICES).stack().variables())
        .containsExactlyInAnyOrderEntriesOf(Map.of("LAB_DELAY", "{delay}", "LAB_MODE", "{mode}"));
  }

  @Test
  void itsOwnKeysComeOnTop() throws IOException {
    JsonNode services = compose(SERVICES).path("services");

    assertThat(services.at("/peer/dns/0").asText()).isEqualTo("${FAULTLAB_NET:-198.18.0}.10");
    assertThat(services.at("/peer/init").asBoolean()).isFalse();
    assertThat(words(services.at("/peer/volumes")))
        .containsExactly("/evidence", "./peer:/lab:ro", "./more:/more");
    assertThat(services.at("/sniffer/image").asText()).isEqualTo("other");
    assertThat(services.at("/sniffer/network_mode").asText()).isEqualTo("service:app");
    assertThat(services.at("/sniffer").has("networks")).isFalse();
    assertThat(words(services.at("/sniffer/cap_add"))).containsExactly("NET_RAW");
  }

  @Test
  void imagesMemoryAndVersionsFollowFromWhatComposeLacks() throws IOException {
    Lab lab = read(SERVICES);

    assertThat(lab.stack().images())
        .containsOnly(
            Map.entry("APP_IMAGE", Requirement.parse("jre:JDK={jdk}")),
            Map.entry("PEER_IMAGE", Requirement.parse("demo/client")));
    assertThat(lab.stack().memory()).containsExactly(Map.entry("app", "300"));
    assertThat(lab.parameters().get("jdk").isOpen()).isTrue();
    assertThat(lab.steps().ran())
        .extracting(q -> q.axis() + " " + q.step().command())
        .containsExactly("jdk [java, -version]");
  }

  @Test
  void titlesTrialsAndTheOnlyProcedureMayBeLeftOut() throws IOException {
    Lab lab = read(SERVICES);

    assertThat(lab.variant("slow-start").orElseThrow().title()).isEqualTo("slow start");
    assertThat(lab.variant("fast").orElseThrow().trial().procedure()).isEqualTo("ask");
    assertThat(lab.metrics()).extracting(Metric::title).containsExactly("asked");
    assertThat(lab.parameters().get("trials"))
        .extracting(p -> p.defaults() + " " + p.quick())
        .isEqualTo("[5] [1]");
    assertThat(lab.parameters().get("jdk").help()).isEqualTo("jdk of jre:JDK={jdk}");
  }

  @Test
  void aKernelMakesTheServiceAGuest() throws IOException {
    Lab lab = read(GUEST);
    JsonNode jvm = compose(GUEST).at("/services/jvm");

    assertThat(lab.stack().images())
        .containsOnly(
            Map.entry("VM_IMAGE", Requirement.parse("vm")),
            Map.entry("VM_KVM", new Requirement.KvmDevice()),
            Map.entry("JVM_KERNEL", Requirement.parse("kernel:{kernel}")),
            Map.entry("JVM_ROOT", Requirement.parse("guest-root:jre:JDK={jdk}")));
    assertThat(lab.stack().memory()).containsEntry("jvm", "{memory} + 200");
    assertThat(words(jvm.path("devices")))
        .containsExactly("/dev/net/tun", "${VM_KVM:-/dev/null}:/dev/kvm");
    assertThat(words(jvm.path("volumes")))
        .containsExactly(
            "${VM_SNAPSHOTS:-snapshots}:/vm/snapshots",
            "${JVM_KERNEL:-/nowhere}:/vm/kernel:ro",
            "${JVM_ROOT:-/nowhere}/root.sqfs:/vm/root.sqfs:ro",
            "${JVM_ROOT:-/nowhere}/root.json:/vm/root.json:ro",
            "./guest:/guest/lab:ro");
    assertThat(jvm.at("/environment/VM_MEMORY").asText()).isEqualTo("${LAB_MEMORY}");
    assertThat(jvm.at("/environment/VM_CPUS").asText()).isEqualTo("2");
    assertThat(jvm.at("/environment/VM_CGROUP").asText()).isEqualTo("memory.max=${LAB_MEMORY}M");
    assertThat(jvm.at("/healthcheck/test/1").asText()).isEqualTo("vm");
    assertThat(jvm.at("/command/1").asText()).isEqualTo("sleep");
    assertThat(compose(GUEST).at("/volumes/snapshots/labels").isObject()).isTrue();
  }

  @Test
  void stepsAndQuestionsRunInTheGuest() throws IOException {
    Lab lab = read(GUEST);

    assertThat(((Step.Program) lab.procedures().get("ask").steps().get(0)).command())
        .containsExactly("vm", "exec", "--", "sh", "/lab/ask");
    assertThat(lab.steps().ran())
        .extracting(q -> q.axis() + ": " + String.join(" ", q.step().command()))
        .containsExactly("kernel: vm exec -- uname -r", "jdk: vm exec -- java -version");
    assertThatThrownBy(() -> read(GUEST.replace("stdout: said.json}]", "fetch: [said.json]}]")))
        .hasMessageContaining("lab.yaml:13: a guest has no /evidence");
  }

  @Test
  void whatALabAsksItselfIsNotAskedAgain() throws IOException {
    String own = GUEST + "ran: [{axis: kernel, run: [uname, -a], in: jvm}]\n";

    assertThat(read(own).steps().ran())
        .extracting(q -> q.axis() + " " + q.step().command())
        .containsExactly("kernel [vm, exec, --, uname, -a]", "jdk [vm, exec, --, java, -version]");
  }

  @Test
  void whatCannotBeStartedIsRefusedWithItsLine() throws IOException {
    assertThatThrownBy(() -> read(SERVICES.replace("MODE: \"{mode}\"", "MODE: \"{trial}\"")))
        .hasMessageContaining("lab.yaml:8: {trial} changes from trial to trial");
    assertThatThrownBy(() -> read(SERVICES.replace("{endpoint:peer}", "{endpoint:app}")))
        .hasMessageContaining("lab.yaml:8: {endpoint:app} has no value")
        .hasMessageContaining("needs 'expose'");
    assertThatThrownBy(() -> read(SERVICES.replace("{address:app}", "{address:sniffer}")))
        .hasMessageContaining("{address:sniffer} has no value");
    assertThatThrownBy(() -> read(SERVICES.replace("role: client", "role: \"jre:JDK\"")))
        .hasMessageContaining("lab.yaml:16: services.peer.x-faultlab.role: ");
    assertThatThrownBy(() -> read(SERVICES.replace("memory: 300", "memroy: 300")))
        .hasMessageContaining("lab.yaml:10: found the unknown key 'memroy'")
        .hasMessageContaining("memory");
    Files.writeString(labs.resolve("demo/compose.yaml"), "services: {}\n");
    assertThatThrownBy(() -> read(SERVICES)).hasMessageContaining("keep one of them");
  }

  @Test
  void aKernelBringsKvmWhereItWorks() throws IOException {
    String own =
        """
        lab: demo
        title: A lab with a compose file and a kernel
        images: {KERNEL_DIR: "kernel:unfixed"}
        procedures: {ask: [{run: [ask], in: app, stdout: said.json}]}
        signatures: {a: {kind: counted-excess, value: "said.json#/value", limit: "said.json#/limit"}}
        variants: [{each: {plain: {expect: {a: present}}}}]
        """;
    assertThat(read(own).stack().images()).containsEntry("VM_KVM", new Requirement.KvmDevice());
    assertThat(read(own.replace("{KERNEL", "{MY_KVM: kvm-device, KERNEL")).stack().images())
        .containsKey("MY_KVM")
        .doesNotContainKey("VM_KVM");
  }

  private static List<String> words(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }

  private JsonNode compose(String yaml) throws IOException {
    return Json.MAPPER.readTree(read(yaml).stack().compose().orElseThrow());
  }

  private Lab read(String yaml) throws IOException {
    Path folder = Files.createDirectories(labs.resolve("demo"));
    Files.writeString(folder.resolve("lab.yaml"), yaml);
    return new LabReader(List.of(labs)).read("demo");
  }
}
