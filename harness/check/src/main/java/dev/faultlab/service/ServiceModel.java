package dev.faultlab.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.faultlab.check.CheckFile;
import dev.faultlab.check.Side;
import dev.faultlab.files.JarText;
import dev.faultlab.files.Json;
import dev.faultlab.image.OldImages;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.YamlTree;
import dev.faultlab.stack.StackIdentity;
import dev.faultlab.testcontainers.condition.Upstream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rewrites a compose project for a check. The user's files stay as they are: this is a model in
 * memory, made from what {@code docker compose config} prints and {@link ServicePolicy} accepts.
 * Every service gets our labels and one internal network; the checked service joins the network
 * namespace of {@value #HOLD}.
 */
final class ServiceModel {
  static final String HOLD = "faultlab-hold";
  static final String ROUTER = "faultlab-router";
  static final String NAMES = "faultlab-names";
  static final String NAMES_TOOLS = "faultlab-names-tools";
  static final String LOAD = "faultlab-load";

  /** The name server alone has another image. */
  static final List<String> PARTS =
      Stream.of(Addresses.CANARIES, List.of(HOLD, ROUTER, NAMES, NAMES_TOOLS, LOAD))
          .flatMap(List::stream)
          .toList();

  private static final String TESTBED = JarText.read(ServiceModel.class, "testbed.yaml");
  private static final String NETWORK = "faultlab";

  /** Belong to the network namespace, so {@value #HOLD} has them for the checked service. */
  private static final List<String> NAMESPACE_KEYS =
      List.of("hostname", "domainname", "extra_hosts", "dns_search", "dns_opt");

  private final CheckFile check;
  private final Side side;
  private final ComposeServices project;
  private final ServicePolicy policy;

  /** The services that are started, by name, in the order in which they were found. */
  private final Map<String, ServicePolicy.Accepted> kept = new LinkedHashMap<>();

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
    this.project = new ComposeServices(config.path("services"));
    this.policy = new ServicePolicy(config, check.project().certificates());
    Deque<String> pending = new ArrayDeque<>(List.of(check.service()));
    require(check.service(), "service");
    check.calls().forEach(call -> require(call.service(), "calls"));
    check.calls().forEach(call -> pending.add(call.service()));
    for (String name = pending.poll(); name != null; name = pending.poll()) {
      if (!kept.containsKey(name)) {
        kept.put(name, policy.accept(name));
        pending.addAll(project.dependencies(name));
      }
    }
    new AddressPolicy(project, kept).judge();
    List<String> refused = new ArrayList<>();
    kept.values().forEach(accepted -> refused.addAll(accepted.refused()));
    String format = "service %s has no name that can be looked up; rename it";
    upstreams().stream()
        .filter(name -> namesOf(name).isEmpty())
        .forEach(name -> refused.add(format.formatted(name)));
    String shares = "service %s shares the network of %s; name that service instead";
    Stream.concat(Stream.of(check.service()), upstreams().stream())
        .filter(name -> !project.networkOf(name).isEmpty())
        .forEach(name -> refused.add(shares.formatted(name, project.networkOf(name))));
    if (!check.project().certificates().isEmpty()
        && upstreams().stream().noneMatch(this::mountsCertificate)) {
      refused.add("no service under calls mounts one of the certificates as a volume");
    }
    refused.replaceAll(why -> check.compose() + ": " + why);
    LabException.throwIf(!refused.isEmpty(), String.join("\n", refused));
    if (check.calls().isEmpty()) {
      project.names().forEach(this::addAnother);
    }
    ObjectNode service = kept.get(check.service()).service();
    side.image().ifPresent(image -> service.put("image", image).remove("build"));
  }

  private void require(String name, String key) {
    String format = "%s: found the service '%s' under %s, expected one of %s: %s";
    Path compose = check.compose().getFileName();
    String names = String.join(", ", project.names());
    LabException.throwIf(
        !project.names().contains(name), format.formatted(check.file(), name, key, compose, names));
  }

  private void addAnother(String name) {
    ServicePolicy.Accepted accepted = policy.accept(name);
    if (accepted.refused().isEmpty()
        && !project.declared().path(name).has("profiles")
        && kept.keySet().containsAll(project.dependencies(name))) {
      kept.putIfAbsent(name, accepted);
    }
  }

  /** What is copied into the containers before they start. */
  List<HostCopy> copies() {
    return kept.values().stream().flatMap(accepted -> accepted.copies().stream()).toList();
  }

  /** Whether a service has files that a check replaces. */
  boolean mountsCertificate(String name) {
    return copies().stream()
        .filter(copy -> copy.service().equals(name))
        .anyMatch(
            c -> check.project().certificates().stream().anyMatch(f -> f.startsWith(c.source())));
  }

  /** The names of a service that a name server can answer for. */
  List<String> namesOf(String name) {
    return project.namesOf(name, kept.keySet()).stream().filter(Upstream::isName).toList();
  }

  /** Differences from the project, as sentences. */
  List<String> notes() {
    Stream<String> extras =
        upstreams().stream()
            .flatMap(name -> project.namesOf(name, kept.keySet()).stream())
            .filter(name -> !Upstream.isName(name))
            .map(name -> "nothing answers lookups of %s, which is no host name".formatted(name));
    return Stream.concat(kept.values().stream().flatMap(each -> each.notes().stream()), extras)
        .distinct()
        .toList();
  }

  /** Services of the project that are started. */
  List<String> services() {
    return List.copyOf(kept.keySet());
  }

  /** Those of them that are built, with the names of their images. */
  Map<String, String> built() {
    return kept.keySet().stream()
        .filter(name -> kept.get(name).service().has("build"))
        .collect(Collectors.toMap(name -> name, this::image));
  }

  /** The services that are called, each once. */
  List<String> upstreams() {
    return check.calls().stream().map(call -> call.service()).distinct().toList();
  }

  /**
   * The model. Compose replaces no variables in it.
   *
   * @param tools image of role netshoot
   * @param coredns image of role coredns
   * @param routerSysctls which a running router would refuse
   */
  String text(
      StackIdentity identity, String tools, String coredns, Map<String, String> routerSysctls) {
    Addresses addresses = new Addresses(identity.net());
    ObjectNode root = policy.shared();
    root.path("volumes").forEach(volume -> label(volume, identity));
    Map<String, String> range =
        Map.of("subnet", addresses.net() + ".0/24", "ip_range", addresses.net() + ".128/25");
    ObjectNode network = root.putObject("networks").putObject(NETWORK).put("internal", true);
    network.set("ipam", Json.MAPPER.valueToTree(Map.of("config", List.of(range))));
    label(network, identity);
    ObjectNode services = root.putObject("services");
    kept.keySet().forEach(name -> services.set(name, rewritten(name, addresses)));
    parts(services, identity.net(), tools, coredns, routerSysctls);
    services.forEach(service -> label(service, identity));
    return root.toString().replace("$", "$$");
  }

  private static void label(JsonNode part, StackIdentity identity) {
    identity.labels().forEach(part.withObject("/labels")::put);
  }

  private ObjectNode rewritten(String name, Addresses addresses) {
    ObjectNode service = kept.get(name).service().deepCopy();
    limits(service);
    if (service.has("build")) {
      service.put("image", image(name)).put("pull_policy", "never");
    }
    String mode = service.path("network_mode").asText();
    if (name.equals(check.service())) {
      service.remove(NAMESPACE_KEYS);
      service.remove(List.of("dns", "expose"));
      sysctls(service, false);
      service.put("network_mode", ComposeServices.SHARED + HOLD);
    } else if (mode.isEmpty()) {
      ObjectNode attachment = service.putObject("networks").putObject(NETWORK);
      namesOf(name).forEach(attachment.withArray("aliases")::add);
      int upstream = upstreams().indexOf(name);
      if (upstream >= 0) {
        attachment.put("ipv4_address", addresses.target(upstream));
      }
    } else if (mode.equals(ComposeServices.SHARED + check.service())) {
      service.put("network_mode", ComposeServices.SHARED + HOLD);
    }
    return service;
  }

  /**
   * Limits at one place only: Compose refuses two that differ, and those of deploy are complete.
   */
  private static void limits(ObjectNode service) {
    JsonNode deployed = service.at("/deploy/resources/limits");
    ObjectNode limits = deployed instanceof ObjectNode declared ? declared : service;
    limits.putIfAbsent(deployed.isObject() ? "memory" : "mem_limit", TextNode.valueOf("4096m"));
    limits.putIfAbsent(deployed.isObject() ? "pids" : "pids_limit", IntNode.valueOf(4096));
  }

  /** A built image is the same for every condition of one version. */
  private String image(String name) {
    List<Object> identity = List.of(check.project().toString(), name, side.variables());
    byte[] key = Json.MAPPER.valueToTree(identity).toString().getBytes(StandardCharsets.UTF_8);
    String lower = name.toLowerCase(Locale.ROOT);
    return "%s%s:%s"
        .formatted(
            OldImages.CHECKED,
            lower.matches("[a-z0-9]+([._-][a-z0-9]+)*") ? lower : "service",
            UUID.nameUUIDFromBytes(key));
  }

  /** Keeps the sysctls of the network namespace, or the others. */
  private static void sysctls(ObjectNode service, boolean net) {
    service.path("sysctls").properties().removeIf(s -> s.getKey().startsWith("net.") != net);
  }

  /** As testbed.yaml has them; the holder also has what belongs to the service's namespace. */
  private void parts(
      ObjectNode services,
      String net,
      String tools,
      String dns,
      Map<String, String> routerSysctls) {
    String text = TESTBED.replace("$NET", net).replace("$TOOLS", tools).replace("$COREDNS", dns);
    JsonNode bed = YamlTree.read(Path.of("testbed.yaml"), text).json();
    bed.path("parts")
        .properties()
        .forEach(
            part -> {
              ObjectNode service = bed.path("common").deepCopy();
              services.set(part.getKey(), service.setAll((ObjectNode) part.getValue()));
            });
    services.withObject("/" + ROUTER).set("sysctls", Json.MAPPER.valueToTree(routerSysctls));
    ObjectNode node = kept.get(check.service()).service().deepCopy();
    ObjectNode hold = services.withObject("/" + HOLD);
    hold.set("sysctls", node.withObject("/sysctls"));
    hold.setAll(node.retain(NAMESPACE_KEYS));
    sysctls(hold, true);
    // 127.0.0.11 is in the service's resolv.conf, and leads to our name server
    hold.withObject("/sysctls").put("net.ipv4.conf.all.route_localnet", "1");
    ObjectNode network = hold.withObject("/networks/" + NETWORK);
    namesOf(check.service()).forEach(network.putArray("aliases")::add);
  }
}
