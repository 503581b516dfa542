package dev.faultlab.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Copies what a user's services may have in a check. It reads the project as Compose resolved it,
 * so that nothing comes past it by {@code extends}, {@code include}, anchors or variables. A key
 * that it does not know is refused by name.
 */
final class ServicePolicy {
  /** What these do stays in the container. A key in a key has a dot. */
  private static final Set<String> KEPT =
      words(
          """
          blkio_config build.additional_contexts build.args build.cache_from build.context
          build.dockerfile build.dockerfile_inline build.extra_hosts build.labels build.no_cache
          build.platforms build.pull build.secrets build.shm_size build.target build.ulimits
          cap_drop command configs cpu_count cpu_percent cpu_period cpu_quota cpu_rt_period
          cpu_rt_runtime cpu_shares cpus cpuset depends_on deploy.resources.limits.cpus
          deploy.restart_policy dns dns_opt dns_search domainname entrypoint environment expose
          extra_hosts group_add healthcheck hostname image init labels mem_reservation
          mem_swappiness platform post_start.command post_start.environment post_start.user
          post_start.working_dir pre_stop.command pre_stop.environment pre_stop.user
          pre_stop.working_dir pull_policy read_only restart secrets shm_size stdin_open
          stop_grace_period stop_signal storage_opt tmpfs tty ulimits user
          secret.content secret.environment secret.file config.content config.environment config.file
          volumes.bind.create_host_path volumes.bind.recursive volumes.image volumes.read_only
          volumes.source volumes.target volumes.tmpfs volumes.volume working_dir
          """);

  /** Without these, a service does the same; {@code selinux} would relabel the user's files. */
  private static final Set<String> DROPPED =
      words(
          """
          annotations attach build.cache_to build.provenance build.sbom build.tags config.labels
          config.name container_name deploy.endpoint_mode deploy.labels deploy.mode deploy.placement
          deploy.replicas deploy.resources.reservations.cpus deploy.resources.reservations.memory
          deploy.rollback_config deploy.update_config develop env_file label_file links logging
          mac_address networks oom_kill_disable oom_score_adj ports profiles scale secret.labels
          secret.name volume.labels volume.name volumes.bind.selinux volumes.consistency
          """);

  private static final Set<String> NESTED =
      words(
          """
          build deploy deploy.resources deploy.resources.limits deploy.resources.reservations
          post_start pre_stop volumes volumes.bind
          """);

  /** Which values a key may have: each of them, if it has several. */
  private static final Map<String, String> VALUES =
      """
      build.isolation default
      build.network default|none
      build.privileged false
      cap_add (?i)(CAP_)?(AUDIT_WRITE|CHOWN|DAC_OVERRIDE|FOWNER|FSETID|IPC_LOCK|IPC_OWNER|KILL|\
      LEASE|MKNOD|NET_ADMIN|NET_BIND_SERVICE|NET_BROADCAST|NET_RAW|SETFCAP|SETGID|SETPCAP|SETUID|\
      SYS_CHROOT|SYS_NICE|SYS_PTRACE|SYS_RESOURCE)
      cgroup private
      deploy.resources.limits.memory [1-9].*
      deploy.resources.limits.pids [1-9].*
      ipc none|private|shareable|service:.+
      isolation default
      mem_limit [1-9].*
      memswap_limit [1-9].*
      network_mode service:.+
      pid service:.+
      pids_limit [1-9].*
      post_start.privileged false
      pre_stop.privileged false
      privileged false
      runtime runc
      security_opt no-new-privileges([:=](true|false))?
      sysctls (net[.]|kernel[.](msg|sem|shm)|fs[.]mqueue[.]).+
      volume.driver local
      volumes.bind.propagation r?private
      volumes.type bind|image|tmpfs|volume
      volumes_from (?!container:).+
      """
          .lines()
          .map(line -> line.split(" ", 2))
          .collect(Collectors.toMap(words -> words[0], words -> words[1]));

  private final JsonNode project;
  private final ObjectNode shared = Json.MAPPER.createObjectNode();

  ServicePolicy(JsonNode project) {
    this.project = project;
  }

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  /**
   * A service, as far as it is accepted.
   *
   * @param copies of what it may write to; these are no mounts
   * @param notes sentences on what is otherwise than in the project
   * @param refused a sentence for each part that is not accepted
   */
  record Accepted(
      ObjectNode service, List<HostCopy> copies, List<String> notes, List<String> refused) {}

  /** Secrets, configs and volumes of the accepted services. */
  ObjectNode shared() {
    return shared.deepCopy();
  }

  Accepted accept(String name) {
    JsonNode declared = project.path("services").path(name);
    List<String> refused = new ArrayList<>();
    if (ServiceModel.PARTS.contains(name)) {
      refused.add("has the name of a part of the check; rename it");
    }
    ObjectNode service = (ObjectNode) copy("", declared, refused);
    Accepted accepted = new Accepted(service, new ArrayList<>(), new ArrayList<>(), refused);
    JsonNode replicas = declared.path("deploy").path("replicas");
    long most = Math.max(declared.path("scale").asLong(1), replicas.asLong(1));
    if (most > 1) {
      accepted.notes().add("service %s has one replica instead of %d".formatted(name, most));
    }
    for (Iterator<JsonNode> all = service.path("volumes").iterator(); all.hasNext(); ) {
      ObjectNode volume = (ObjectNode) all.next();
      String type = volume.path("type").asText();
      if (type.equals("volume") && volume.has("source")) {
        share("volume", volume, refused);
        accepted.notes().add("volume " + volume.path("source").asText() + " starts empty");
      } else if (type.equals("bind") && !mounted(name, volume, accepted)) {
        all.remove();
      }
    }
    service.path("secrets").forEach(used -> share("secret", used, refused));
    service.path("build").path("secrets").forEach(used -> share("secret", used, refused));
    service.path("configs").forEach(used -> share("config", used, refused));
    refused.replaceAll(why -> "service " + name + " " + why);
    return accepted;
  }

  /** Whether it stays a mount, which cannot be written to. */
  private boolean mounted(String name, ObjectNode volume, Accepted accepted) {
    String written = volume.path("source").asText();
    String target = volume.path("target").asText();
    boolean writable = !volume.path("read_only").asBoolean();
    Path source = HostPath.mount(volume, "source", writable, accepted.refused());
    boolean copied = writable && !source.toString().matches(HostPath.HARMLESS);
    List<String> notes = accepted.notes();
    if (!volume.has("source")) {
      String missing = "service %s finds nothing at %s, because %s does not exist";
      notes.add(missing.formatted(name, target, written));
      volume.put("type", "tmpfs").remove("bind");
    } else if (copied) {
      String copy = "service %s gets a copy of %s, because it may write to it";
      notes.add(copy.formatted(name, written));
    }
    if (copied && accepted.refused().isEmpty()) {
      List<String> others = new ArrayList<>();
      JsonNode volumes = project.path("services").path(name).path("volumes");
      volumes.forEach(other -> others.add(other.path("target").asText()));
      others.remove(target);
      HostCopy copy = new HostCopy(name, source, target, others);
      copy.refusal().ifPresent(accepted.refused()::add);
      accepted.copies().add(copy);
    }
    return !copied;
  }

  private JsonNode copy(String path, JsonNode from, List<String> refused) {
    if (from.isArray()) {
      ArrayNode all = Json.MAPPER.createArrayNode();
      from.forEach(element -> all.add(copy(path, element, refused)));
      return all;
    }
    ObjectNode to = Json.MAPPER.createObjectNode();
    for (Map.Entry<String, JsonNode> each : from.properties()) {
      String key = path + each.getKey();
      JsonNode value = each.getValue();
      if (NESTED.contains(key)) {
        to.set(each.getKey(), copy(key + ".", value, refused));
      } else if (KEPT.contains(key) || allows(key, value)) {
        to.set(each.getKey(), value.deepCopy());
      } else if (!DROPPED.contains(key) && !each.getKey().startsWith("x-")) {
        refused.add(
            "has %s: %s, which a check cannot isolate from your machine; remove it"
                .formatted(key, value.isTextual() ? value.asText() : value));
      }
    }
    return to;
  }

  private static boolean allows(String key, JsonNode value) {
    String values = VALUES.get(key);
    List<String> all = new ArrayList<>(value.isValueNode() ? List.of(value.asText()) : List.of());
    value.fieldNames().forEachRemaining(all::add);
    if (value.isArray()) {
      value.forEach(element -> all.add(element.asText()));
    }
    return values != null && all.stream().allMatch(one -> one.matches(values));
  }

  private void share(String kind, JsonNode used, List<String> refused) {
    String name = used.path("source").asText();
    List<String> why = new ArrayList<>();
    ObjectNode own = (ObjectNode) copy(kind + ".", project.path(kind + "s").path(name), why);
    if (own.has("file")) {
      HostPath.mount(own, "file", false, why);
    }
    String variable = own.path("environment").asText();
    if (!variable.isEmpty() && System.getenv(variable) == null) {
      why.add("is the variable %s, which is not set; export it".formatted(variable));
    }
    if (own.isEmpty() && why.isEmpty() && !kind.equals("volume")) {
      why.add("is a file that does not exist");
    }
    shared.withObject("/" + kind + "s").set(name, own);
    why.forEach(reason -> refused.add("uses the %s %s, which %s".formatted(kind, name, reason)));
  }
}
