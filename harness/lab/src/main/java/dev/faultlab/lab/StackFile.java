package dev.faultlab.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.JarText;
import dev.faultlab.files.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The compose file that {@code services} of a declaration amount to. They are Compose's own
 * services; {@code stack.yaml} has what a run adds to each. What Compose lacks is under {@code
 * x-faultlab}, and becomes images, memory and questions of the declaration.
 */
final class StackFile {
  private static final String SERVICES = "services";
  private static final String EXTENSION = "x-faultlab";
  private static final String KERNEL = "kernel";
  private static final String ROLE = "role";
  private static final String MEMORY = "memory";

  /** MiB of a guest that does not say how much it has. */
  private static final int GUEST_MEMORY = 1024;

  /** MiB that QEMU and its container take beyond the guest's memory. */
  private static final int GUEST_OVERHEAD_MEBIBYTES = 200;

  private static final int SECONDS = 300;
  private static final String NET = "${FAULTLAB_NET:-198.18.0}";

  /** Addresses below are the engine's. */
  private static final int FIRST_ADDRESS = 10;

  /** Lists that a service's own are added to; it replaces others, such as its command. */
  private static final Set<String> MERGED_LISTS = Set.of("cap_add", "devices", "volumes");

  private static final Pattern PLACEHOLDER = Pattern.compile("(?<!\\$)\\{[^{}]+}");

  private final ObjectNode root;
  private final Map<String, String> addresses = new LinkedHashMap<>();
  private final Set<String> asked = new HashSet<>();

  private StackFile(ObjectNode root) {
    this.root = root;
    for (Map.Entry<String, JsonNode> service : root.path(SERVICES).properties()) {
      if (!service.getValue().has("network_mode")) {
        addresses.put(service.getKey(), NET + "." + (FIRST_ADDRESS + addresses.size()));
      }
    }
    for (JsonNode question : root.path("ran")) {
      if (!question.has("fact")) {
        asked.add(question.path("axis").asText());
      }
    }
  }

  /**
   * What a run adds, as {@code stack.yaml} has it.
   *
   * @param variables what variables of the service begin with
   */
  private static JsonNode runAdditions(String variables) {
    String text = JarText.read(StackFile.class, "/stack.yaml");
    return YamlTree.read(Path.of("stack.yaml"), text.replace("GUEST_", variables)).json();
  }

  /**
   * The text of the file; empty if the lab has its own.
   *
   * @param root of the declaration, to which what {@code x-faultlab} implies is added
   * @param folder of the lab
   * @throws MisplacedException at a service that cannot be started
   */
  static Optional<String> of(ObjectNode root, Path folder) {
    Optional<String> text = Optional.empty();
    if (root.has(SERVICES)) {
      if (Files.exists(folder.resolve("compose.yaml"))) {
        throw new MisplacedException(
            "'services' here and a compose.yaml in the lab's folder: keep one of them", SERVICES);
      }
      text = Optional.of(new StackFile(root).text());
    }
    // A lab with a kernel and no word about KVM must not be emulated for ever.
    Collection<String> images = LabMapper.texts(root.path("images")).values();
    if (images.stream().anyMatch(image -> image.startsWith("kernel:"))
        && !images.contains("kvm-device")) {
      root.withObject("/images").put("VM_KVM", "kvm-device");
    }
    return text;
  }

  /** Whether a step runs in the guest of its service, not in the container around it. */
  static boolean runsInGuest(JsonNode root, JsonNode step) {
    return isGuest(root, step.path("in").asText());
  }

  private static boolean isGuest(JsonNode root, String service) {
    return root.path(SERVICES).path(service).path(EXTENSION).has(KERNEL);
  }

  /** JSON, which is YAML. */
  private String text() {
    ObjectNode file = root.objectNode();
    ObjectNode services = file.putObject(SERVICES);
    root.path(SERVICES)
        .properties()
        .forEach(field -> services.set(field.getKey(), service(field.getKey(), field.getValue())));
    JsonNode added = runAdditions("");
    file.set("networks", added.path("networks"));
    if (LabMapper.names(services).stream().anyMatch(name -> isGuest(root, name))) {
      file.set("volumes", added.path("volumes"));
    }
    return file.toPrettyString();
  }

  private ObjectNode service(String name, JsonNode declared) {
    ObjectNode node = declared.deepCopy();
    node.remove(EXTENSION);
    JsonNode extension = declared.path(EXTENSION);
    JsonNode added = runAdditions(prefix(name));
    ObjectNode service = added.path("every").deepCopy();
    if (isGuest(root, name)) {
      merge(service, added.path("guest"));
      guest(service, name, extension);
    } else {
      merge(service, added.path("container"));
      if (extension.has(MEMORY)) {
        root.withObject("/memory").set(name, extension.path(MEMORY));
      }
      if (extension.has(ROLE)) {
        image(name, "IMAGE", ROLE, extension.path(ROLE).asText());
        service.put("image", "${" + prefix(name) + "IMAGE:-unresolved}");
      }
    }
    if (addresses.containsKey(name)) {
      service.withObject("/networks/lab").put("ipv4_address", addresses.get(name));
    }
    merge(service, (ObjectNode) substitute(node, name));
    if (extension.has("version")) {
      addQuestion(name, extension.path(ROLE).asText(), extension.path("version"));
    }
    return service;
  }

  private void guest(ObjectNode service, String name, JsonNode extension) {
    root.withObject("/images").put("VM_IMAGE", "vm");
    image(name, "KERNEL", KERNEL, "kernel:" + extension.path(KERNEL).asText());
    image(name, "ROOT", ROLE, "guest-root:" + extension.path(ROLE).asText());
    String memory = extension.path(MEMORY).asText(String.valueOf(GUEST_MEMORY));
    service.withObject("/environment").set("VM_MEMORY", substitute(root.textNode(memory), name));
    root.withObject("/memory").put(name, memory + " + " + GUEST_OVERHEAD_MEBIBYTES);
    addQuestion(name, extension.path(KERNEL).asText(), root.arrayNode().add("uname").add("-r"));
  }

  private static String prefix(String service) {
    return service.toUpperCase(Locale.ROOT).replace('-', '_') + "_";
  }

  private void image(String service, String suffix, String key, String requirement) {
    try {
      Requirement.parse(requirement);
    } catch (LabException e) {
      throw new MisplacedException(
          "services.%s.x-faultlab.%s: %s".formatted(service, key, e.getMessage()),
          SERVICES,
          service,
          EXTENSION,
          key);
    }
    root.withObject("/images").put(prefix(service) + suffix, requirement);
  }

  /** Asks for the version of each axis that a text names, unless the lab does so itself. */
  private void addQuestion(String service, String text, JsonNode command) {
    for (String axis : Template.names(text)) {
      if (root.path("parameters").path(axis).path("axis").asBoolean() && asked.add(axis)) {
        ObjectNode question = root.withArray("/ran").addObject();
        question.put("axis", axis).put("in", service).put("seconds", SECONDS).set("run", command);
      }
    }
  }

  /** A mount replaces the one that is added at its place. */
  private static void merge(ObjectNode into, JsonNode own) {
    for (Map.Entry<String, JsonNode> field : own.properties()) {
      JsonNode existing = into.path(field.getKey());
      if (existing.isObject() && field.getValue().isObject()) {
        merge((ObjectNode) existing, field.getValue());
      } else if (existing.isArray() && MERGED_LISTS.contains(field.getKey())) {
        ArrayNode list = into.putArray(field.getKey());
        Set<String> places = new HashSet<>();
        field.getValue().forEach(item -> places.add(place(item)));
        existing.valueStream().filter(item -> !places.contains(place(item))).forEach(list::add);
        field.getValue().forEach(list::add);
      } else {
        into.set(field.getKey(), field.getValue());
      }
    }
  }

  private static String place(JsonNode mount) {
    return mount.asText().replaceFirst("^.*?:(/[^:]+)(:r[ow])?$", "$1");
  }

  private JsonNode substitute(JsonNode node, String service) {
    String text =
        PLACEHOLDER
            .matcher(node.toString())
            .replaceAll(found -> Matcher.quoteReplacement(value(found.group(), service)));
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("addresses and variables need no quotes", e);
    }
  }

  /** What Compose gets for a placeholder: an address, or a variable of the stack. */
  private String value(String braces, String service) {
    Optional<String> named = Template.names(braces).stream().findFirst();
    if (named.isEmpty()) {
      return braces;
    }
    String name = named.get();
    if (LabChecks.BUILT_IN.contains(name)) {
      throw new MisplacedException(
          braces
              + " changes from trial to trial, and a service starts once for many; use it in a step",
          SERVICES,
          service);
    }
    Optional<String> ofService = Template.service(name);
    if (ofService.isEmpty()) {
      String variable = "LAB_" + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
      root.withObject("/stack").put(variable, braces);
      return "${" + variable + "}";
    }
    String address = addresses.get(ofService.get());
    JsonNode port = root.path(SERVICES).path(ofService.get()).path("expose").path(0);
    boolean isEndpoint = name.startsWith("endpoint:");
    if (address == null || isEndpoint && port.isMissingNode()) {
      throw new MisplacedException(
          "%s has no value: services with an address are %s%s"
              .formatted(
                  braces,
                  addresses.keySet(),
                  isEndpoint ? ", and an endpoint needs 'expose' there" : ""),
          SERVICES,
          service);
    }
    return isEndpoint ? address + ":" + port.asText() : address;
  }
}
