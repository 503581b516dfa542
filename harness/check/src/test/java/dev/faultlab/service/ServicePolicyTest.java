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
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.run.Provisioning;
import dev.faultlab.stack.StackIdentity;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attempts to get the engine's socket or the host's namespaces, as Compose itself resolves them.
 */
class ServicePolicyTest {
  /** One service each: what it has, and what the refusal names. */
  private static final String ATTEMPTS =
      """
      volumes: ["P/run:/x:ro"] | socket
      volumes: ["P/run/engine.sock:/x:ro"] | socket
      volumes: ["P/run/engine.sock:/x"] | socket
      volumes: ["P/run/engine.sock/.:/x:ro"] | cannot be read
      volumes: ["P/link:/x:ro"] | socket
      volumes: ["P/folder/engine.sock:/x:ro"] | socket
      volumes: ["P:/x:ro"] | socket
      volumes: ["./run:/x:ro"] | socket
      volumes: ["${PLACE}:/x:ro"] | socket
      volumes: ["P/$$run:/x:ro"] | socket
      volumes: ["P/pipe:/x:ro"] | socket, pipe or device
      volumes: [{type: bind, source: ., target: /x, read_only: true, bind: {propagation: rslave}}] | propagation
      volumes: ["/:/x:ro"] | system files
      volumes: ["/run:/x:ro"] | system files
      volumes: ["/var:/x:ro"] | system files
      volumes: ["/proc/self/root:/x:ro"] | system files
      volumes: ["/proc/meminfo:/x"] | system files
      volumes: ["/sys:/x"] | system files
      volumes: ["/dev:/x:ro"] | system files
      volumes: ["/dev/tty:/x"] | system files
      volumes: ["P/root:/x:ro"] | system files
      volumes: ["/var/lib/docker/volumes:/x"] | system files
      volumes: ["//var/./run/:/x:ro"] | system files
      volumes: [{type: bind, source: "/run\\0x", target: /x, read_only: true}] | cannot be read
      volumes: [{type: npipe, source: P/run, target: /x}] | volumes.type
      volumes: [fixed:/x] | volume.driver_opts
      volumes: [theirs:/x] | volume.external
      volumes: [plugged:/x] | volume.driver: rexray
      secrets: [socket] | uses the secret socket
      secrets: [linked] | uses the secret linked
      secrets: [missing] | does not exist
      secrets: [kernel] | system files
      secrets: [outside] | secret.external
      configs: [{source: socket, target: /x}] | uses the config socket
      configs: [{source: outside, target: /x}] | config.external
      volumes_from: ["peer", "container:abc"] | volumes_from
      devices: ["/dev/mem:/dev/mem"] | devices
      device_cgroup_rules: ["a *:* rwm"] | device_cgroup_rules
      cap_add: [ALL] | cap_add
      cap_add: ["NET_ADMIN\\nSYS_ADMIN"] | cap_add
      cap_add: [cap_sys_admin] | cap_add
      cap_add: [NET_ADMIN, SYS_RAWIO] | cap_add
      security_opt: ["seccomp:unconfined"] | security_opt
      security_opt: ["no-new-privileges:true", "apparmor:unconfined"] | security_opt
      security_opt: ["no-new-privileges:true,seccomp=unconfined"] | security_opt
      sysctls: {kernel.core_pattern: "|P/x"} | sysctls
      privileged: true | privileged
      pid: host | pid
      pid: "container:abc" | pid
      ipc: host | ipc
      ipc: "container:abc" | ipc
      uts: host | uts
      userns_mode: host | userns_mode
      cgroup: host | cgroup
      cgroup_parent: / | cgroup_parent
      network_mode: host | network_mode
      network_mode: "container:abc" | network_mode
      external_links: [theirs] | external_links
      runtime: unlimited | runtime
      credential_spec: {file: P/x} | credential_spec
      mem_limit: -1 | mem_limit
      pids_limit: -1 | pids_limit
      deploy: {resources: {limits: {pids: -1}}} | pids
      deploy: {resources: {reservations: {devices: [{capabilities: [gpu]}]}}} | devices
      deploy: {resources: {reservations: {generic_resources: [{discrete_resource_spec: {kind: a, value: 1}}]}}} | generic_resources
      build: {context: ., network: host} | build.network
      build: {context: ., privileged: true} | build.privileged
      build: {context: ., ssh: [default]} | build.ssh
      build: {context: ., secrets: [socket]} | uses the secret socket
      <<: *hidden | privileged
      extends: {service: base} | pid
      extends: {file: other.yaml, service: base} | ipc
      extends: {file: other.yaml, service: mounts} | socket
      depends_on: [included] | service included has cgroup
      links: [included] | service included has cgroup
      pid: "service:included" | service included has cgroup
      ipc: "service:base" | service base has pid
      volumes_from: [included] | service included has cgroup
      depends_on: [faultlab-router] | service faultlab-router has the name of a part
      """;

  private static final String REST =
      """
      x-hidden: &hidden {privileged: true}
      include: [included.yaml]
      networks: {default: {external: true, name: host}}
      volumes:
        fixed: {driver: local, driver_opts: {type: none, o: bind, device: /}}
        theirs: {external: true}
        plugged: {driver: rexray}
        plain: {}
      secrets:
        socket: {file: P/run/engine.sock}
        linked: {file: P/link}
        missing: {file: P/none}
        kernel: {file: /proc/meminfo}
        outside: {external: true}
        fine: {file: P/plain}
      configs: {socket: {file: P/run/engine.sock}, outside: {external: true}, fine: {content: "a$$b"}}
      services:
        base: {image: x, pid: host}
        peer: {image: x}
        faultlab-router: {image: x}
        ordinary:
          image: x
          x-theirs: {a: 1}
          build: {context: ., args: {A: b}, network: none, target: t, tags: ["nginx:1"], cache_to: ["type=local,dest=P"]}
          annotations: {a: b}
          cap_add: [NET_ADMIN, cap_sys_ptrace]
          cgroup: private
          deploy: {mode: global, resources: {limits: {cpus: "0.5", memory: 128M}, reservations: {memory: 1M}}, restart_policy: {condition: any}}
          develop: {watch: [{action: sync, path: ., target: /x}]}
          environment: {COST: "5$$"}
          healthcheck: {test: [CMD, "true"]}
          ipc: shareable
          logging: {driver: syslog}
          oom_score_adj: -1000
          read_only: true
          security_opt: ["no-new-privileges:true"]
          secrets: [fine]
          configs: [{source: fine, target: /y}]
          tmpfs: /tmp
          volumes:
            - ./plain:/a:ro
            - ./alias:/b:ro,Z
            - ./none:/c:ro
            - plain:/d
            - /dev/null:/e
            - ./plain:/f
            - /etc/passwd:/g:ro
            - {type: tmpfs, target: /h}
      """;

  @TempDir private Path folder;
  private ServerSocketChannel socket;
  private final Map<String, CommandResult> resolved = new HashMap<>();

  @BeforeEach
  void project() throws IOException, InterruptedException {
    Path run = Files.createDirectory(folder.resolve("run"));
    socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    socket.bind(UnixDomainSocketAddress.of(run.resolve("engine.sock")));
    link("link", run.resolve("engine.sock"));
    link("folder", run);
    link("$run", run);
    link("root", Path.of("/"));
    Files.writeString(folder.resolve("plain"), "x");
    link("alias", folder.resolve("plain"));
    new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start().waitFor();
    write(
        "other.yaml",
        "services: {base: {image: x, ipc: host}, mounts: {image: x, volumes: [\"./run:/x:ro\"]}}");
    write("included.yaml", "services: {included: {image: x, cgroup: host}}");
    StringBuilder text = new StringBuilder(REST);
    int number = 0;
    for (String attempt : ATTEMPTS.lines().toList()) {
      String has = attempt.substring(0, attempt.lastIndexOf(" | "));
      String image = has.startsWith("extends") ? "" : "    image: x\n";
      text.append("  a%d:%n%s    %s%n".formatted(++number, image, has));
    }
    write("compose.yaml", text.toString());
  }

  private void link(String name, Path to) throws IOException {
    Files.createSymbolicLink(folder.resolve(name), to);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text.replaceAll("\\bP\\b", folder.toString()));
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
  }

  private ServiceModel model(String service) throws InterruptedException {
    CheckFile check =
        new CheckFile(
            folder.resolve("faultlab.yaml"),
            ComposeProject.of(folder, List.of(), List.of(), List.of()),
            Request.parse("GET http://" + service + "/"),
            List.of(new CalledService("peer", 80)));
    Side side = new Side(Optional.empty(), Map.of("PLACE", folder.resolve("run").toString()));
    Commands compose =
        command ->
            resolved.computeIfAbsent(
                command + " " + command.environment(), same -> new LocalCommands().run(command));
    return new Projects(new Provisioning(null, compose, null, Map.of(), List.of()))
        .preview(check, side);
  }

  @Test
  void noAttemptPasses() throws InterruptedException {
    List<String> passed = new ArrayList<>();
    int number = 0;
    for (String attempt : ATTEMPTS.lines().toList()) {
      String named = attempt.substring(attempt.lastIndexOf(" | ") + 3);
      String service = "a" + ++number;
      try {
        passed.add(attempt + ": " + model(service).services());
      } catch (LabException e) {
        if (!e.getMessage().startsWith(folder.resolve("compose.yaml") + ": service ")
            || !e.getMessage().contains(named)) {
          passed.add(attempt + ": " + e.getMessage());
        }
      } catch (RuntimeException e) {
        passed.add(attempt + ": " + e);
      }
    }
    assertThat(passed).isEmpty();
  }

  @Test
  void theKernelIsRefusedWhereverItIsMounted() {
    List<String> mounts =
        List.of(
            "overlay / overlay rw 0 0", "none /srv/a\\040b/proc proc rw 0 0", "x /m cgroup2 rw");
    for (String refused : List.of("/srv", "/srv/a b", "/srv/a b/proc/1/root", "/m", "/m/x")) {
      assertThat(HostPath.hasKernel(Path.of(refused), mounts)).as(refused).isTrue();
    }
    for (String accepted : List.of("/srv/a b/etc", "/srv/c", "/mm")) {
      assertThat(HostPath.hasKernel(Path.of(accepted), mounts)).as(accepted).isFalse();
    }
  }

  @Test
  void whatStaysInTheContainerIsAccepted() throws IOException, InterruptedException {
    ServiceModel model = model("ordinary");
    StackIdentity identity = new StackIdentity("run", "owner", "stack", "198.18.7");
    JsonNode root = Json.MAPPER.readTree(model.text(identity, "tools", "names", Map.of()));
    JsonNode service = root.path("services").path("ordinary");

    assertThat(service.path("environment").path("COST").asText()).isEqualTo("5$$");
    assertThat(root.path("configs").path("fine").path("content").asText()).isEqualTo("a$$b");
    assertThat(service.path("cap_add")).hasSize(2);
    assertThat(service.at("/deploy/resources/limits/cpus").asText()).isEqualTo("0.5");
    assertThat(service.path("build").has("target")).isTrue();
    assertThat(root.findValues("selinux")).isEmpty();
    for (String gone :
        List.of("annotations", "logging", "oom_score_adj", "x-theirs", "tags", "cache_to")) {
      assertThat(service.has(gone) || !service.at("/build/" + gone).isMissingNode()).isFalse();
    }
    List<String> mounts = new ArrayList<>();
    service
        .path("volumes")
        .forEach(v -> mounts.add(v.path("target").asText() + " " + v.path("source").asText("-")));
    String plain = folder.resolve("plain").toString();
    assertThat(mounts)
        .containsExactlyInAnyOrder(
            ("/a %s, /b %s, /c -, /d plain, /e /dev/null, /g /etc/passwd, /h -")
                .formatted(plain, plain)
                .split(", "));
    assertThat(model.copies()).hasSize(1);
    assertThat(folder.resolve("none")).doesNotExist();
  }
}
