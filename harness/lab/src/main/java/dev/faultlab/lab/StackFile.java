package dev.faultlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The compose file that {@code services} and {@code guests} of a declaration amount to. It keeps
 * the rules that a run checks: labels, an internal network out of {@code FAULTLAB_NET}, limits, no
 * capability that is not asked for.
 */
final class StackFile {
  /** MiB of a guest that does not say how much it has. */
  static final int GUEST_MEMORY = 1024;

  /** MiB that QEMU and its container take beyond the guest's memory. */
  static final int AROUND_GUEST = 200;

  private static final String NET = "${FAULTLAB_NET:-198.18.0}";

  /** Addresses below are the engine's. */
  private static final int FIRST_ADDRESS = 10;

  private static final String NAMED = "image:";
  private static final Pattern PLACE = Pattern.compile("\\{([^{}]+)}|\\$");

  private final ObjectNode root;
  private final ObjectNode file;
  private final Map<String, String> addresses = new LinkedHashMap<>();
  private final Map<String, String> images = new LinkedHashMap<>();
  private final Map<String, String> variables = new LinkedHashMap<>();

  /**
   * @param root of the declaration
   * @throws MisplacedException at a service that cannot be started
   */
  StackFile(ObjectNode root) {
    this.root = root;
    this.file = root.objectNode();
    for (String kind : new String[] {ShortForm.SERVICES, ShortForm.GUESTS}) {
      for (Map.Entry<String, JsonNode> field : root.path(kind).properties()) {
        if (!field.getValue().has("network-of")) {
          addresses.put(field.getKey(), NET + "." + (FIRST_ADDRESS + addresses.size()));
        }
      }
    }
    ObjectNode services = file.putObject("services");
    root.path(ShortForm.SERVICES)
        .properties()
        .forEach(field -> services.set(field.getKey(), service(field.getKey(), field.getValue())));
    root.path(ShortForm.GUESTS)
        .properties()
        .forEach(field -> services.set(field.getKey(), guest(field.getKey(), field.getValue())));
    ObjectNode lab = file.putObject("networks").putObject("lab").put("internal", true);
    labels(lab);
    lab.putObject("ipam").putArray("config").addObject().put("subnet", NET + ".0/24");
    if (root.has(ShortForm.GUESTS)) {
      labels(file.putObject("volumes").putObject("snapshots"));
    }
  }

  /** JSON, which is YAML. */
  String text() {
    return file.toPrettyString();
  }

  /** Compose variable to the requirement that fills it. */
  Map<String, String> images() {
    return images;
  }

  /** Compose variable to its value, with placeholders. */
  Map<String, String> variables() {
    return variables;
  }

  private ObjectNode service(String name, JsonNode own) {
    ObjectNode service = common(name, own);
    String image = own.path("image").asText();
    if (image.startsWith(NAMED)) {
      service.put("image", filled(image.substring(NAMED.length()), ShortForm.SERVICES, name));
    } else {
      service.put("image", "${" + variable(name, "IMAGE", image) + ":-unresolved}");
    }
    if (own.has("entrypoint")) {
      service.set("entrypoint", filled(own.path("entrypoint"), ShortForm.SERVICES, name));
    }
    if (own.has("command")) {
      service.set("command", filled(own.path("command"), ShortForm.SERVICES, name));
    }
    own.path("capabilities").forEach(service.withArray("/cap_add")::add);
    ArrayNode volumes = service.withArray("/volumes");
    volumes.add("./" + own.path("files").asText(".") + ":/lab:ro");
    volumes.add("/evidence");
    own.path("volumes").forEach(volume -> volumes.add(volume.asText()));
    environment(service, own, ShortForm.SERVICES, name);
    extras(service, own, ShortForm.SERVICES, name);
    return service;
  }

  private ObjectNode guest(String name, JsonNode own) {
    String kind = ShortForm.GUESTS;
    ObjectNode guest = common(name, own);
    images.put("VM_IMAGE", "vm");
    images.put("VM_KVM", "kvm-device");
    String kernel = variable(name, "KERNEL", "kernel:" + own.path("kernel").asText());
    String files = variable(name, "ROOT", "guest-root:" + own.path("root").asText());
    guest.put("image", "${VM_IMAGE:-unresolved}");
    guest.withArray("/cap_add").add("NET_ADMIN");
    guest.putArray("devices").add("/dev/net/tun").add("${VM_KVM:-/dev/null}:/dev/kvm");
    if (own.has("command")) {
      guest.set("command", filled(own.path("command"), kind, name));
    } else {
      ArrayNode idle = guest.putArray("command");
      idle.add("/.faultlab/tools/bin/busybox").add("sleep").add("infinity");
    }
    guest
        .withArray("/volumes")
        .add("${VM_SNAPSHOTS:-snapshots}:/vm/snapshots")
        .add("${" + kernel + ":-/nowhere}:/vm/kernel:ro")
        .add("${" + files + ":-/nowhere}/root.sqfs:/vm/root.sqfs:ro")
        .add("${" + files + ":-/nowhere}/root.json:/vm/root.json:ro")
        .add("./" + own.path("files").asText(".") + ":/guest/lab:ro");
    ObjectNode variables = guest.putObject("environment");
    variables.put("VM_CPUS", own.path("cpus").asText("1"));
    variables.put(
        "VM_MEMORY", filled(own.path("memory").asText(String.valueOf(GUEST_MEMORY)), kind, name));
    variables.put("VM_START_SECONDS", "300");
    variables.put("VM_SNAPSHOT", "/vm/snapshots");
    variables.put("VM_SNAPSHOT_MODE", "${VM_SNAPSHOT_MODE:-off}");
    if (own.has("ready")) {
      variables.put("VM_READY_LOG", filled(own.path("ready").asText(), kind, name));
    }
    pairs(variables, "VM_SYSCTLS", own.path("sysctls"), kind, name);
    pairs(variables, "VM_CGROUP", own.path("cgroup"), kind, name);
    environment(guest, own, kind, name);
    ObjectNode check = guest.putObject("healthcheck");
    check.putArray("test").add("CMD").add("vm").add("ready");
    check.put("interval", "2s").put("timeout", "5s").put("retries", 150);
    extras(guest, own, kind, name);
    return guest;
  }

  /** {@code name=value name=value}, as the guest's program reads it: blanks in values as commas. */
  private void pairs(
      ObjectNode variables, String variable, JsonNode map, String kind, String name) {
    StringBuilder text = new StringBuilder();
    map.properties()
        .forEach(
            e ->
                text.append(text.isEmpty() ? "" : " ")
                    .append(e.getKey())
                    .append('=')
                    .append(e.getValue().asText().replace(' ', ',')));
    if (!text.isEmpty()) {
      variables.put(variable, filled(text.toString(), kind, name));
    }
  }

  private ObjectNode common(String name, JsonNode own) {
    ObjectNode service = root.objectNode().put("init", true);
    service.putArray("cap_drop").add("ALL");
    service.putArray("security_opt").add("no-new-privileges:true");
    service.put("pids_limit", 2048).put("mem_limit", "2g");
    labels(service);
    if (own.has("expose")) {
      service.putArray("expose").add(own.path("expose").asText());
    }
    if (own.has("network-of")) {
      String holder = own.path("network-of").asText();
      if (!addresses.containsKey(holder)) {
        throw new MisplacedException(
            "service '%s' shares the network of '%s', which has none of its own; those that have: %s"
                .formatted(name, holder, addresses.keySet()),
            ShortForm.SERVICES,
            name,
            "network-of");
      }
      service.put("network_mode", "service:" + holder);
      service.putArray("depends_on").add(holder);
    } else {
      service.putObject("networks").putObject("lab").put("ipv4_address", addresses.get(name));
    }
    return service;
  }

  private void environment(ObjectNode service, JsonNode own, String kind, String name) {
    ObjectNode environment = service.withObject("/environment");
    own.path("environment")
        .properties()
        .forEach(e -> environment.put(e.getKey(), filled(e.getValue().asText(), kind, name)));
  }

  /** Whatever else compose knows; it replaces what is generated. */
  private void extras(ObjectNode service, JsonNode own, String kind, String name) {
    own.path("compose")
        .properties()
        .forEach(e -> service.set(e.getKey(), filled(e.getValue(), kind, name)));
  }

  private JsonNode filled(JsonNode node, String kind, String name) {
    if (node.isTextual()) {
      return root.textNode(filled(node.asText(), kind, name));
    }
    if (node.isArray()) {
      ArrayNode list = root.arrayNode();
      node.forEach(item -> list.add(filled(item, kind, name)));
      return list;
    }
    if (node.isObject()) {
      ObjectNode map = root.objectNode();
      node.properties().forEach(e -> map.set(e.getKey(), filled(e.getValue(), kind, name)));
      return map;
    }
    return node;
  }

  /** A text of the declaration as compose reads it: placeholders are variables of the stack. */
  private String filled(String text, String kind, String name) {
    Matcher matcher = PLACE.matcher(text);
    return matcher.replaceAll(
        found ->
            Matcher.quoteReplacement(
                found.group(1) == null ? "$$" : place(found.group(), found.group(1), kind, name)));
  }

  private String place(String braces, String what, String kind, String name) {
    if (Template.names(braces).isEmpty()) {
      return braces;
    }
    if (LabChecks.BUILT_IN.contains(what)) {
      throw new MisplacedException(
          "%s changes from trial to trial, and a service starts once for many; use it in a step"
              .formatted(braces),
          kind,
          name);
    }
    if (Template.service(what).isPresent()) {
      String service = Template.service(what).orElseThrow();
      String address = addresses.get(service);
      JsonNode port =
          root.path(
                  root.path(ShortForm.SERVICES).has(service)
                      ? ShortForm.SERVICES
                      : ShortForm.GUESTS)
              .path(service)
              .path("expose");
      boolean endpoint = what.startsWith("endpoint:");
      if (address == null || endpoint && port.isMissingNode()) {
        throw new MisplacedException(
            "%s has no value: services with an address are %s%s"
                .formatted(
                    braces,
                    addresses.keySet(),
                    endpoint ? ", and an endpoint needs 'expose' there" : ""),
            kind,
            name);
      }
      return endpoint ? address + ":" + port.asText() : address;
    }
    String variable = "LAB_" + what.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    variables.put(variable, braces);
    return "${" + variable + "}";
  }

  private String variable(String service, String suffix, String requirement) {
    String variable = service.toUpperCase(Locale.ROOT).replace('-', '_') + "_" + suffix;
    String kind = root.path(ShortForm.GUESTS).has(service) ? ShortForm.GUESTS : ShortForm.SERVICES;
    String key = suffix.toLowerCase(Locale.ROOT);
    try {
      Requirement.parse(requirement);
    } catch (LabException e) {
      throw new MisplacedException(
          "%s.%s.%s: %s".formatted(kind, service, key, e.getMessage()), kind, service, key);
    }
    images.put(variable, requirement);
    return variable;
  }

  private static void labels(ObjectNode part) {
    part.putObject("labels")
        .put("faultlab.run", "${FAULTLAB_RUN:-by-hand}")
        .put("faultlab.owner", "${FAULTLAB_OWNER:-none}")
        .put("faultlab.stack", "${FAULTLAB_STACK:-by-hand}");
  }
}
