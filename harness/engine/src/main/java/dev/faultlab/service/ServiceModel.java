package dev.faultlab.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.check.CheckFile;
import dev.faultlab.check.Side;
import dev.faultlab.files.Json;
import dev.faultlab.image.OldImages;
import dev.faultlab.lab.LabException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Rewrites a compose project for a check. The user's files stay as they are: this is a model in
 * memory, made from what {@code docker compose config} prints. Published ports, container names and
 * the project's networks go; every service gets our labels and one internal network; the checked
 * service joins the network namespace of {@value #HOLD}. What cannot be kept apart from the user's
 * own project, or would write to the user's files, is refused with a reason.
 */
final class ServiceModel {
  static final String HOLD = "faultlab-hold";
  static final String ROUTER = "faultlab-router";
  static final String NAMES = "faultlab-names";
  static final String NAMES_TOOLS = "faultlab-names-tools";
  static final String BAD = "faultlab-canary-bad";
  static final String GOOD = "faultlab-canary-good";
  static final String LOAD = "faultlab-load";

  /** In the order of {@link #PARTS}; the name server alone has another image. */
  static final List<String> PARTS = List.of(HOLD, ROUTER, NAMES, NAMES_TOOLS, BAD, GOOD, LOAD);

  private static final String NETWORK = "faultlab";
  private static final String SHARED = "service:";

  /** Belong to the network namespace, so {@value #HOLD} has them for the checked service. */
  private static final List<String> OF_NAMESPACE =
      List.of("hostname", "domainname", "extra_hosts", "dns_search", "dns_opt");

  private static final List<String> DROPPED =
      List.of(
          "ports",
          "container_name",
          "networks",
          "profiles",
          "links",
          "mac_address",
          "scale",
          "logging");

  private static final long DEFAULT_MEBIBYTES = 4096;
  private static final long DEFAULT_PIDS = 4096;

  private final CheckFile check;
  private final Side side;
  private final JsonNode config;
  private final List<String> notes = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private final Set<String> kept;
  private final Map<String, Set<String>> aliases = new TreeMap<>();

  /**
   * The service, whom it calls and all that these depend on. Without calls, every service that can
   * be started, because any of them may be called.
   *
   * @param config as compose prints it, with this version's variables
   * @throws LabException when the project cannot be checked, with each reason
   */
  ServiceModel(CheckFile check, Side side, JsonNode config) {
    this.check = check;
    this.side = side;
    this.config = config;
    require(check.service(), "service");
    check.calls().forEach(call -> require(call.service(), "calls"));
    this.kept = needed();
    kept.forEach(name -> refuse(name, service(name)));
    if (check.calls().isEmpty()) {
      addOthers();
    }
    if (!refused.isEmpty()) {
      throw new LabException(
          refused.stream().map(r -> check.compose() + ": " + r).collect(Collectors.joining("\n")));
    }
    kept.forEach(name -> aliases.put(name, names(name)));
    links();
  }

  private void require(String name, String key) {
    if (!config.path("services").has(name)) {
      List<String> known = new ArrayList<>();
      config.path("services").fieldNames().forEachRemaining(known::add);
      throw new LabException(
          "%s: found the service '%s' under %s, expected one of %s: %s"
              .formatted(
                  check.file(),
                  name,
                  key,
                  check.compose().getFileName(),
                  String.join(", ", known)));
    }
  }

  private JsonNode service(String name) {
    return config.path("services").path(name);
  }

  /** The service, whom it calls, and all that these depend on. */
  private Set<String> needed() {
    Set<String> found = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>();
    open.add(check.service());
    check.calls().forEach(call -> open.add(call.service()));
    while (!open.isEmpty()) {
      String name = open.remove();
      if (!found.add(name)) {
        continue;
      }
      open.addAll(dependencies(service(name)));
    }
    return found;
  }

  private static List<String> dependencies(JsonNode service) {
    List<String> all = new ArrayList<>();
    service.path("depends_on").fieldNames().forEachRemaining(all::add);
    service.path("links").forEach(link -> all.add(link.asText().split(":")[0]));
    service.path("volumes_from").forEach(from -> all.add(from.asText().split(":")[0]));
    for (String mode : List.of("network_mode", "pid", "ipc")) {
      if (service.path(mode).asText().startsWith(SHARED)) {
        all.add(service.path(mode).asText().substring(SHARED.length()));
      }
    }
    return all;
  }

  private void addOthers() {
    List<String> before = List.copyOf(refused);
    for (Map.Entry<String, JsonNode> other : config.path("services").properties()) {
      refuse(other.getKey(), other.getValue());
      boolean startable = refused.equals(before) && !other.getValue().has("profiles");
      boolean alone = kept.containsAll(dependencies(other.getValue()));
      if (startable && alone) {
        kept.add(other.getKey());
      }
      refused.clear();
      refused.addAll(before);
    }
  }

  private void refuse(String name, JsonNode service) {
    String mode = service.path("network_mode").asText();
    if (!mode.isEmpty() && !mode.startsWith(SHARED)) {
      refused.add(
          "service %s has network_mode %s, but a check needs it in its own network; remove the line"
              .formatted(name, mode));
    } else if (mode.startsWith(SHARED) && name.equals(check.service())) {
      refused.add(
          "service %s shares the network of %s; name that service instead"
              .formatted(name, mode.substring(SHARED.length())));
    }
    if (service.path("privileged").asBoolean()) {
      refused.add(
          "service %s is privileged; a check starts no privileged container; give it the capabilities that it needs (cap_add)"
              .formatted(name));
    }
    for (String shared : List.of("pid", "ipc", "userns_mode", "uts")) {
      if (service.path(shared).asText().equals("host")) {
        refused.add("service %s has %s: host; remove the line".formatted(name, shared));
      }
    }
    if (service.path("external_links").size() > 0) {
      refused.add(
          "service %s has external_links: they lead out of the project; add a stand-in service"
              .formatted(name));
    }
    service.path("volumes").forEach(volume -> refuseVolume(name, volume));
    refuseExternal(name, service, "secrets");
    refuseExternal(name, service, "configs");
  }

  private void refuseVolume(String name, JsonNode volume) {
    String source = volume.path("source").asText();
    if (source.endsWith("docker.sock")) {
      refused.add(
          ("service %s mounts %s, with which it could control every container of this machine, so"
                  + " a check does not start it")
              .formatted(name, source));
    } else if (writable(volume)) {
      HostCopy copy = copy(name, volume);
      copy.refusal().ifPresent(why -> refused.add("service " + name + " " + why));
      note("service %s gets a copy of %s, because it may write to it".formatted(name, source));
    } else if (volume.path("type").asText().equals("volume") && !source.isEmpty()) {
      JsonNode declared = config.path("volumes").path(source);
      if (declared.path("external").asBoolean() || declared.path("driver_opts").size() > 0) {
        refused.add(
            ("service %s uses the volume %s, which is external or has driver_opts, so it may have"
                    + " data of yours; name a plain volume")
                .formatted(name, source));
      } else {
        note("volume " + source + " starts empty");
      }
    }
  }

  private static boolean writable(JsonNode volume) {
    return volume.path("type").asText().equals("bind") && !volume.path("read_only").asBoolean();
  }

  private HostCopy copy(String name, JsonNode volume) {
    String target = volume.path("target").asText();
    List<String> others = new ArrayList<>();
    service(name).path("volumes").forEach(other -> others.add(other.path("target").asText()));
    others.remove(target);
    return new HostCopy(name, Path.of(volume.path("source").asText()), target, others);
  }

  /** What is copied into the containers before they start. */
  List<HostCopy> copies() {
    List<HostCopy> copies = new ArrayList<>();
    for (String name : kept) {
      for (JsonNode volume : service(name).path("volumes")) {
        if (writable(volume)) {
          copies.add(copy(name, volume));
        }
      }
    }
    return copies;
  }

  private static void dropWritable(ObjectNode service) {
    if (service.path("volumes") instanceof ArrayNode volumes) {
      ArrayNode rest = Json.MAPPER.createArrayNode();
      for (JsonNode volume : volumes) {
        if (!writable(volume)) {
          rest.add(volume);
        }
      }
      service.set("volumes", rest);
    }
  }

  private void refuseExternal(String name, JsonNode service, String kind) {
    for (JsonNode one : service.path(kind)) {
      String source = one.path("source").asText();
      if (config.path(kind).path(source).path("external").asBoolean()) {
        refused.add(
            "service %s uses %s %s, which is external; give it a file"
                .formatted(name, kind, source));
      }
    }
  }

  private void note(String what) {
    if (!notes.contains(what)) {
      notes.add(what);
    }
  }

  /** What the project's own name server answers for a service. */
  private Set<String> names(String name) {
    JsonNode service = service(name);
    Set<String> all = new TreeSet<>(Set.of(name));
    if (service.has("container_name")) {
      all.add(service.path("container_name").asText());
    }
    for (JsonNode network : service.path("networks")) {
      network.path("aliases").forEach(alias -> all.add(alias.asText()));
    }
    return all;
  }

  private void links() {
    for (String name : kept) {
      for (JsonNode link : service(name).path("links")) {
        String[] words = link.asText().split(":");
        if (words.length > 1) {
          aliases.get(words[0]).add(words[1]);
        }
      }
    }
  }

  /** Names of a service, itself first. */
  List<String> namesOf(String service) {
    List<String> all = new ArrayList<>(aliases.get(service));
    all.remove(service);
    all.add(0, service);
    return all;
  }

  /** Sentences on what differs from the project. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** Services of the project that are started. */
  List<String> services() {
    return List.copyOf(kept);
  }

  /** Those of them that are built. */
  List<String> built() {
    return kept.stream().filter(name -> service(name).has("build") && !replaced(name)).toList();
  }

  /** Names of the images of {@link #built}. */
  List<String> images() {
    return built().stream().map(this::image).toList();
  }

  private boolean replaced(String name) {
    return name.equals(check.service()) && side.image().isPresent();
  }

  /**
   * The model.
   *
   * @param parts what stands around the service
   */
  String text(StackParts parts) {
    Addresses at = new Addresses(parts.identity().net());
    Map<String, String> labels = new TreeMap<>(parts.identity().labels());
    ObjectNode root = Json.MAPPER.createObjectNode();
    for (String kind : List.of("secrets", "configs", "volumes")) {
      if (config.path(kind).size() > 0) {
        ObjectNode all = config.path(kind).deepCopy();
        all.forEach(one -> own(one, labels, kind));
        root.set(kind, all);
      }
    }
    ObjectNode network = root.putObject("networks").putObject(NETWORK);
    network.put("internal", true).set("labels", Json.MAPPER.valueToTree(labels));
    network
        .putObject("ipam")
        .putArray("config")
        .addObject()
        .put("subnet", at.subnet())
        .put("ip_range", at.others());
    ObjectNode services = root.putObject("services");
    for (String name : kept) {
      services.set(name, rewritten(name, at, labels));
    }
    parts(services, parts, at, labels);
    return root.toString();
  }

  private static void own(JsonNode one, Map<String, String> labels, String kind) {
    ObjectNode part = (ObjectNode) one;
    part.remove("name");
    if (kind.equals("volumes")) {
      part.set("labels", Json.MAPPER.valueToTree(labels));
    }
  }

  private ObjectNode rewritten(String name, Addresses at, Map<String, String> labels) {
    ObjectNode service = service(name).deepCopy();
    DROPPED.forEach(service::remove);
    dropWritable(service);
    one(name, service);
    ((ObjectNode) labelled(service)).setAll((ObjectNode) Json.MAPPER.valueToTree(labels));
    limits(service);
    if (service.has("build") && !replaced(name)) {
      service.put("image", image(name));
      service.put("pull_policy", "never");
    }
    JsonNode mode = service.path("network_mode");
    if (name.equals(check.service())) {
      side.image().ifPresent(image -> service.put("image", image).remove("build"));
      OF_NAMESPACE.forEach(service::remove);
      List.of("dns", "expose").forEach(service::remove);
      sysctls(service, false);
      service.put("network_mode", SHARED + HOLD);
    } else if (mode.isMissingNode()) {
      ObjectNode place = service.putObject("networks").putObject(NETWORK);
      aliases.get(name).forEach(place.withArray("aliases")::add);
      int upstream = upstream(name);
      if (upstream >= 0) {
        place.put("ipv4_address", at.target(upstream));
      }
    } else if (mode.asText().equals(SHARED + check.service())) {
      service.put("network_mode", SHARED + HOLD);
    }
    return service;
  }

  private int upstream(String name) {
    return upstreams().indexOf(name);
  }

  /** The services that are called, each once. */
  List<String> upstreams() {
    return check.calls().stream().map(call -> call.service()).distinct().toList();
  }

  private void one(String name, ObjectNode service) {
    long replicas =
        Math.max(
            service(name).path("scale").asLong(1),
            service(name).path("deploy").path("replicas").asLong(1));
    if (service.path("deploy") instanceof ObjectNode deploy) {
      deploy.remove("replicas");
    }
    if (replicas > 1) {
      note("service %s has one replica instead of %d".formatted(name, replicas));
    }
  }

  private static JsonNode labelled(ObjectNode service) {
    return service.path("labels").isObject() ? service.path("labels") : service.putObject("labels");
  }

  /**
   * Limits at one place only: Compose refuses two that differ, and those of deploy are complete.
   */
  private static void limits(ObjectNode service) {
    boolean deployed = service.path("deploy").path("resources").path("limits").isObject();
    ObjectNode limits =
        deployed ? (ObjectNode) service.path("deploy").path("resources").path("limits") : service;
    String memory = deployed ? "memory" : "mem_limit";
    String processes = deployed ? "pids" : "pids_limit";
    if (!limits.has(memory) && !service.has("mem_limit")) {
      limits.put(memory, DEFAULT_MEBIBYTES + "m");
    }
    if (!limits.has(processes) && !service.has("pids_limit")) {
      limits.put(processes, DEFAULT_PIDS);
    }
  }

  /** A built image is the same for every condition of one version. */
  private String image(String name) {
    String key = check.compose() + " " + side.words();
    return "%s%s:%s"
        .formatted(
            OldImages.CHECKED,
            name.toLowerCase(java.util.Locale.ROOT),
            Integer.toHexString(key.hashCode()));
  }

  /** Keeps the sysctls of the network namespace, or the others. */
  private static void sysctls(ObjectNode service, boolean net) {
    if (service.path("sysctls") instanceof ObjectNode all) {
      Set<String> names = new TreeSet<>();
      all.fieldNames().forEachRemaining(names::add);
      names.stream().filter(n -> n.startsWith("net.") != net).forEach(all::remove);
    }
  }

  private void parts(
      ObjectNode services, StackParts parts, Addresses at, Map<String, String> labels) {
    // tcpdump gives up root even if it is told to stay root
    ObjectNode hold =
        part(services, HOLD, parts.tools(), labels, "NET_ADMIN", "NET_RAW", "SETGID", "SETUID");
    for (String key : OF_NAMESPACE) {
      if (service(check.service()).has(key)) {
        hold.set(key, service(check.service()).path(key).deepCopy());
      }
    }
    ObjectNode sysctls =
        service(check.service()).path("sysctls").isObject()
            ? service(check.service()).path("sysctls").deepCopy()
            : Json.MAPPER.createObjectNode();
    hold.set("sysctls", sysctls);
    sysctls(hold, true);
    // 127.0.0.11 is in the service's resolv.conf, and leads to our name server
    sysctls.put("net.ipv4.conf.all.route_localnet", "1");
    ObjectNode place = at(hold, at.hold());
    namesOf(check.service()).forEach(place.withArray("aliases")::add);
    ObjectNode router = part(services, ROUTER, parts.tools(), labels, "NET_ADMIN", "NET_RAW");
    router.set("sysctls", Json.MAPPER.valueToTree(parts.routerSysctls()));
    at(router, at.router());
    ObjectNode names = part(services, NAMES, parts.coredns(), labels, "NET_BIND_SERVICE");
    names.set("command", Json.MAPPER.valueToTree(List.of("-conf", "/Corefile")));
    at(names, at.nameServer());
    part(services, NAMES_TOOLS, parts.tools(), labels, "NET_ADMIN", "NET_RAW")
        .put("network_mode", SHARED + NAMES);
    at(part(services, BAD, parts.tools(), labels), at.canary(true));
    at(part(services, GOOD, parts.tools(), labels), at.canary(false));
    at(part(services, LOAD, parts.tools(), labels), at.load());
  }

  private static ObjectNode part(
      ObjectNode services,
      String name,
      String image,
      Map<String, String> labels,
      String... capabilities) {
    ObjectNode part = services.putObject(name);
    part.put("image", image).put("init", true);
    part.put("mem_limit", "256m").put("pids_limit", 512);
    part.putArray("security_opt").add("no-new-privileges:true");
    part.putArray("cap_drop").add("ALL");
    ArrayNode added = part.putArray("cap_add");
    List.of(capabilities).forEach(added::add);
    part.set("labels", Json.MAPPER.valueToTree(labels));
    part.set("command", Json.MAPPER.valueToTree(List.of("sleep", "infinity")));
    return part;
  }

  private static ObjectNode at(ObjectNode part, String address) {
    return part.putObject("networks").putObject(NETWORK).put("ipv4_address", address);
  }
}
