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

class ShortFormTest {
  private static final String SERVICES =
      """
      lab: demo
      title: A lab of one container and a sniffer
      parameters:
        jdk: {axis: true, default: [17, 21]}
        delay: {help: milliseconds, default: 5}
      services:
        app:
          image: "jre:JDK={jdk}"
          command: [sh, /lab/start, "{delay}", "$HOME"]
          environment: {MODE: "{mode}", PEER: "http://{endpoint:peer}/{delay}"}
          memory: 300
          ready: [sh, /lab/ready]
        peer: {image: client, files: peer, expose: 8080, compose: {dns: ["{address:app}"], init: false}}
        sniffer: {image: netshoot, network-of: app, capabilities: [NET_RAW], command: [sleep, infinity]}
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

  private static final String GUESTS =
      """
      lab: demo
      title: A lab of one guest
      parameters:
        kernel: {axis: true, default: ["debian:bookworm", "debian:sid"]}
        jdk: {axis: true, default: 21}
        memory: {help: MiB of the guest, default: 1024}
      guests:
        jvm:
          kernel: "{kernel}"
          root: "jre:JDK={jdk}"
          memory: "{memory}"
          cpus: 2
          cgroup: {memory.max: "{memory}M", cpu.max: 50000 100000}
          sysctls: {net.ipv4.tcp_syncookies: 2, vm.swappiness: 0}
          environment: {LIMIT: "{memory}"}
          files: guest
          ready: started in
          expose: 9092
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

    assertThat(app.at("/networks/lab/ipv4_address").asText())
        .isEqualTo("${FAULTLAB_NET:-198.18.0}.10");
    assertThat(app.at("/labels/faultlab.run").asText()).isEqualTo("${FAULTLAB_RUN:-by-hand}");
    assertThat(app.at("/security_opt/0").asText()).isEqualTo("no-new-privileges:true");
    assertThat(app.at("/cap_drop/0").asText()).isEqualTo("ALL");
    assertThat(app.path("volumes"))
        .extracting(JsonNode::asText)
        .contains("./.:/lab:ro", "/evidence");
  }

  @Test
  void placeholdersOfServicesAreVariablesOfTheStack() throws IOException {
    JsonNode services = compose(SERVICES).path("services");

    assertThat(services.at("/app/command"))
        .extracting(JsonNode::asText)
        .containsExactly("sh", "/lab/start", "${LAB_DELAY}", "$$HOME");
    assertThat(services.at("/app/environment/MODE").asText()).isEqualTo("${LAB_MODE}");
    assertThat(services.at("/app/environment/PEER").asText())
        .isEqualTo("http://${FAULTLAB_NET:-198.18.0}.11:8080/${LAB_DELAY}");
    assertThat(read(SERVICES).stack().variables())
        .containsExactlyInAnyOrderEntriesOf(Map.of("LAB_DELAY", "{delay}", "LAB_MODE", "{mode}"));
  }

  @Test
  void whatComposeKnowsBesidesIsHandedOn() throws IOException {
    JsonNode services = compose(SERVICES).path("services");

    assertThat(services.at("/peer/dns/0").asText()).isEqualTo("${FAULTLAB_NET:-198.18.0}.10");
    assertThat(services.at("/peer/init").asBoolean()).isFalse();
    assertThat(services.at("/peer/volumes/0").asText()).isEqualTo("./peer:/lab:ro");
    assertThat(services.at("/sniffer/network_mode").asText()).isEqualTo("service:app");
    assertThat(services.at("/sniffer/cap_add/0").asText()).isEqualTo("NET_RAW");
  }

  @Test
  void imagesMemoryReadinessAndVersionsAreImplied() throws IOException {
    Lab lab = read(SERVICES);

    assertThat(lab.stack().images())
        .containsEntry("APP_IMAGE", Requirement.parse("jre:JDK={jdk}"))
        .containsEntry("PEER_IMAGE", Requirement.parse("demo/client"));
    assertThat(lab.stack().memory()).containsExactly(Map.entry("app", "300"));
    assertThat(lab.parameters().get("jdk").open()).isTrue();
    assertThat(lab.onEveryStack())
        .extracting(step -> ((Step.Run) step).command())
        .satisfiesExactly(
            ready -> assertThat(ready).endsWith("ready", "sh", "/lab/ready"),
            version -> assertThat(version).endsWith("java", "-version"));
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
  void aGuestImpliesItsContainer() throws IOException {
    Lab lab = read(GUESTS);
    JsonNode jvm = compose(GUESTS).at("/services/jvm");

    assertThat(lab.stack().images())
        .containsEntry("VM_IMAGE", Requirement.parse("vm"))
        .containsEntry("VM_KVM", new Requirement.KvmDevice())
        .containsEntry("JVM_KERNEL", Requirement.parse("kernel:{kernel}"))
        .containsEntry("JVM_ROOT", Requirement.parse("guest-root:jre:JDK={jdk}"));
    assertThat(lab.stack().memory()).containsEntry("jvm", "{memory} + 200");
    assertThat(jvm.path("devices"))
        .extracting(JsonNode::asText)
        .containsExactly("/dev/net/tun", "${VM_KVM:-/dev/null}:/dev/kvm");
    assertThat(jvm.path("volumes"))
        .extracting(JsonNode::asText)
        .contains(
            "${JVM_KERNEL:-/nowhere}:/vm/kernel:ro",
            "${JVM_ROOT:-/nowhere}/root.sqfs:/vm/root.sqfs:ro",
            "./guest:/guest/lab:ro");
    assertThat(jvm.at("/environment/VM_MEMORY").asText()).isEqualTo("${LAB_MEMORY}");
    assertThat(jvm.at("/environment/VM_CPUS").asText()).isEqualTo("2");
    assertThat(jvm.at("/environment/VM_SYSCTLS").asText())
        .isEqualTo("net.ipv4.tcp_syncookies=2 vm.swappiness=0");
    assertThat(jvm.at("/environment/VM_CGROUP").asText())
        .isEqualTo("memory.max=${LAB_MEMORY}M cpu.max=50000,100000");
    assertThat(jvm.at("/environment/VM_READY_LOG").asText()).isEqualTo("started in");
    assertThat(jvm.at("/environment/LIMIT").asText()).isEqualTo("${LAB_MEMORY}");
    assertThat(jvm.at("/healthcheck/test/1").asText()).isEqualTo("vm");
    assertThat(jvm.at("/expose/0").asText()).isEqualTo("9092");
    assertThat(jvm.at("/command/1").asText()).isEqualTo("sleep");
  }

  @Test
  void stepsAndQuestionsRunInTheGuest() throws IOException {
    Lab lab = read(GUESTS);

    assertThat(((Step.Run) lab.procedures().get("ask").steps().get(0)).command())
        .containsExactly("vm", "exec", "--", "sh", "/lab/ask");
    assertThat(lab.steps().ran())
        .extracting(q -> q.axis() + ": " + String.join(" ", q.step().command()))
        .satisfiesExactly(
            kernel -> assertThat(kernel).isEqualTo("kernel: vm exec -- uname -r"),
            jdk -> assertThat(jdk).startsWith("jdk: vm exec -- ").endsWith("java -version"));
    assertThatThrownBy(() -> read(GUESTS.replace("stdout: said.json}]", "fetch: [said.json]}]")))
        .hasMessageContaining("lab.yaml:20: a guest has no /evidence");
  }

  @Test
  void whatALabAsksItselfIsNotAskedAgain() throws IOException {
    String own = GUESTS + "ran: [{axis: kernel, run: [uname, -a], in: jvm}]\n";

    assertThat(read(own).steps().ran())
        .extracting(q -> q.axis() + " " + q.step().command())
        .hasSize(2)
        .contains("kernel [vm, exec, --, uname, -a]");
    String silent = SERVICES.replace("jre:JDK={jdk}", "client:JDK={jdk}");
    assertThat(read(silent).steps().ran()).isEmpty();
    assertThat(read(silent.replace("memory: 300", "version: [client, -v]")).steps().ran())
        .extracting(VersionQuery::axis)
        .containsExactly("jdk");
  }

  @Test
  void whatCannotBeStartedIsRefusedWithItsLine() throws IOException {
    assertThatThrownBy(() -> read(SERVICES.replace("MODE: \"{mode}\"", "MODE: \"{trial}\"")))
        .hasMessageContaining("lab.yaml:8: {trial} changes from trial to trial");
    assertThatThrownBy(() -> read(SERVICES.replace("{endpoint:peer}", "{endpoint:app}")))
        .hasMessageContaining("lab.yaml:8: {endpoint:app} has no value")
        .hasMessageContaining("needs 'expose'");
    assertThatThrownBy(() -> read(SERVICES.replace("network-of: app", "network-of: sniffer")))
        .hasMessageContaining("lab.yaml:14: service 'sniffer' shares the network of 'sniffer'");
    Files.writeString(labs.resolve("demo/compose.yaml"), "services: {}\n");
    assertThatThrownBy(() -> read(SERVICES)).hasMessageContaining("keep one of them");
  }

  @Test
  void aCaptureOfAServiceBringsItsSniffer() throws IOException {
    String sniffed =
        SERVICES.replaceFirst("  sniffer: .*\n", "") + "capture: {of: peer, filter: port 53}\n";
    JsonNode sniffer = compose(sniffed).at("/services/sniffer");

    assertThat(sniffer.path("network_mode").asText()).isEqualTo("service:peer");
    assertThat(sniffer.path("cap_add")).extracting(JsonNode::asText).contains("NET_RAW");
    assertThat(read(sniffed).capture().orElseThrow().service()).isEqualTo("sniffer");
    assertThat(read(sniffed).capture().orElseThrow().file()).isEqualTo("packets.pcap");
    assertThat(read(sniffed).stack().memory()).containsKey("sniffer");
    assertThatThrownBy(() -> read(sniffed.replace("of: peer", "of: nobody")))
        .hasMessageContaining("shares the network of 'nobody'");
    assertThatThrownBy(() -> read(sniffed.replace("of: peer, ", "")))
        .hasMessageContaining("lab.yaml:24:");
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

  private JsonNode compose(String yaml) throws IOException {
    return Json.MAPPER.readTree(read(yaml).stack().compose().orElseThrow());
  }

  private Lab read(String yaml) throws IOException {
    Path folder = Files.createDirectories(labs.resolve("demo"));
    Files.writeString(folder.resolve("lab.yaml"), yaml);
    return new LabReader(List.of(labs)).read("demo");
  }
}
