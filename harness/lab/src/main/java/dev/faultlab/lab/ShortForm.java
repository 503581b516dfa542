package dev.faultlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes out what the short form of a declaration implies: {@code services} and {@code guests}
 * become a compose file, images, variables, memory, readiness and the questions what ran. {@link
 * LabMapper} reads only the long form.
 */
final class ShortForm {
  static final String SERVICES = "services";
  static final String GUESTS = "guests";

  private static final String READY = "services-ready";
  private static final int GUEST_SECONDS = 300;
  private static final String SNIFFER = "sniffer";
  private static final int SNIFFER_MEMORY = 50;

  /** Runs "$@" until it succeeds; images of services with {@code ready} need this shell. */
  private static final String UNTIL = "until \"$@\" >/dev/null 2>&1; do sleep 0.2; done";

  /** Role to the command with which a program of it says its version. */
  private static final Map<String, List<String>> VERSIONS =
      Map.of(
          "jre",
          List.of("env", "-u", "JAVA_TOOL_OPTIONS", "-u", "JDK_JAVA_OPTIONS", "java", "-version"),
          "k6",
          List.of("k6", "version"),
          "go",
          List.of("go", "version"));

  private final ObjectNode root;
  private final Path folder;
  private final Set<String> guests = new LinkedHashSet<>();

  private ShortForm(ObjectNode root, Path folder) {
    this.root = root;
    this.folder = folder;
    root.path(GUESTS).fieldNames().forEachRemaining(guests::add);
  }

  /**
   * A declaration in its long form.
   *
   * @param root the declaration; it stays as it is
   * @param compose the generated compose file; empty if the lab has its own
   */
  record Expanded(JsonNode root, Optional<String> compose) {}

  /**
   * Expands a declaration.
   *
   * @param folder of the lab
   * @throws MisplacedException at a part that cannot be expanded
   */
  static Expanded of(JsonNode root, Path folder) {
    ObjectNode copy = root.deepCopy();
    return new ShortForm(copy, folder).expand();
  }

  private Expanded expand() {
    Optional<String> compose = Optional.empty();
    LabImages.qualify(root, folder);
    if (root.has(SERVICES) || root.has(GUESTS)) {
      sniffer();
      if (Files.exists(folder.resolve("compose.yaml"))) {
        String used = root.has(SERVICES) ? SERVICES : GUESTS;
        throw new MisplacedException(
            "'" + used + "' here and a compose.yaml in the lab's folder: keep one of them", used);
      }
      JsonNode asked = root.path("procedures");
      asked.properties().forEach(field -> steps(field.getKey(), field.getValue()));
      StackFile file = new StackFile(root);
      compose = Optional.of(file.text());
      file.images().forEach(root.withObject("/images")::put);
      file.variables().forEach(root.withObject("/stack")::put);
      memory();
      ready();
      ran();
      root.remove(List.of(SERVICES, GUESTS));
    }
    kvm();
    return new Expanded(root, compose);
  }

  /** What captures the packets of a service, if the lab does not declare it itself. */
  private void sniffer() {
    if (root.path("capture").has("of")) {
      ObjectNode capture = root.withObject("/capture");
      ObjectNode sniffer = root.withObject("/" + SERVICES).putObject(SNIFFER);
      sniffer.put("image", "netshoot").put("memory", SNIFFER_MEMORY);
      sniffer.set("network-of", capture.remove("of"));
      sniffer.set("command", words(List.of("sleep", "infinity")));
      // tcpdump calls setuid and setgid even to stay root
      sniffer.set("capabilities", words(List.of("NET_RAW", "NET_ADMIN", "SETUID", "SETGID")));
      capture.put("in", SNIFFER);
      if (!capture.has("file")) {
        capture.put("file", "packets.pcap");
      }
    }
  }

  /** A lab with a kernel and no word about KVM must not be emulated for ever. */
  private void kvm() {
    List<String> images = List.copyOf(LabMapper.texts(root.path("images")).values());
    if (images.stream().anyMatch(image -> image.startsWith("kernel:"))
        && !images.contains("kvm-device")) {
      root.withObject("/images").put("VM_KVM", "kvm-device");
    }
  }

  /** Steps in a guest run in the guest, not in the container around it. */
  private void steps(String procedure, JsonNode node) {
    JsonNode steps = node.isArray() ? node : node.path("steps");
    for (int i = 0; i < steps.size(); i++) {
      JsonNode step = steps.path(i);
      if (guests.contains(step.path("in").asText())) {
        if (step.has("fetch")) {
          throw new MisplacedException(
              "a guest has no /evidence to fetch from; print the file, and keep it with 'stdout'",
              "procedures",
              procedure,
              i);
        }
        ((ObjectNode) step).set("run", inGuest(step.path("run")));
      }
    }
  }

  private ArrayNode inGuest(JsonNode command) {
    ArrayNode words = root.arrayNode().add("vm").add("exec").add("--");
    command.forEach(words::add);
    return words;
  }

  private void memory() {
    ObjectNode memory = root.withObject("/memory");
    each(SERVICES, (name, service) -> copy(service, "memory", memory, name));
    each(
        GUESTS,
        (name, guest) -> {
          JsonNode own = guest.path("memory");
          if (own.isTextual()) {
            memory.put(name, own.asText() + " + " + StackFile.AROUND_GUEST);
          } else {
            memory.put(name, own.asInt(StackFile.GUEST_MEMORY) + StackFile.AROUND_GUEST);
          }
        });
    if (memory.isEmpty()) {
      root.remove("memory");
    }
  }

  private static void copy(JsonNode from, String field, ObjectNode to, String name) {
    if (from.has(field)) {
      to.set(name, from.path(field));
    }
  }

  /** The services' own conditions come before the lab's. */
  private void ready() {
    ArrayNode steps = root.arrayNode();
    each(
        SERVICES,
        (name, service) -> {
          if (service.has("ready")) {
            ArrayNode words = root.arrayNode().add("sh").add("-c").add(UNTIL).add("ready");
            service.path("ready").forEach(words::add);
            steps.add(step(words, name));
          }
        });
    if (!steps.isEmpty()) {
      if (root.has("ready")) {
        LabMapper.known(root, root.path("ready").asText(), "ready: ", "ready");
        steps.add(root.objectNode().put("do", root.path("ready").asText()));
      }
      root.withObject("/procedures").set(READY, steps);
      root.put("ready", READY);
    }
  }

  private ObjectNode step(ArrayNode words, String in) {
    ObjectNode step = root.objectNode();
    step.set("run", words);
    return step.put("in", in).put("seconds", GUEST_SECONDS);
  }

  /** Asks a component for its version if its image is an axis and the lab does not ask. */
  private void ran() {
    ArrayNode ran = root.withArray("/ran");
    Set<String> asked = new LinkedHashSet<>();
    for (JsonNode question : ran) {
      if (!question.has("fact")) {
        asked.add(question.path("axis").asText());
      }
      if (guests.contains(question.path("in").asText())) {
        ((ObjectNode) question).set("run", inGuest(question.path("run")));
      }
    }
    Map<String, ObjectNode> found = new LinkedHashMap<>();
    each(
        GUESTS,
        (name, guest) -> {
          for (String axis : axes(guest.path("kernel").asText())) {
            found.putIfAbsent(axis, step(inGuest(words(List.of("uname", "-r"))), name));
          }
          question(found, guest, guest.path("root").asText(), name);
        });
    each(
        SERVICES,
        (name, service) -> question(found, service, service.path("image").asText(), name));
    found.keySet().removeAll(asked);
    found.forEach((axis, question) -> ran.add(question.put("axis", axis)));
    if (ran.isEmpty()) {
      root.remove("ran");
    }
  }

  private void question(
      Map<String, ObjectNode> found, JsonNode service, String image, String name) {
    List<String> usual = VERSIONS.get(image.split(":", 2)[0]);
    if (usual == null && !service.has("version")) {
      return;
    }
    JsonNode command = service.has("version") ? service.path("version") : words(usual);
    ArrayNode words = root.arrayNode();
    (guests.contains(name) ? inGuest(command) : command).forEach(words::add);
    axes(image).forEach(axis -> found.putIfAbsent(axis, step(words, name)));
  }

  private ArrayNode words(List<String> command) {
    ArrayNode words = root.arrayNode();
    command.forEach(words::add);
    return words;
  }

  /** The axes that a text names. */
  private List<String> axes(String text) {
    List<String> axes = new ArrayList<>();
    for (String name : Template.names(text)) {
      if (root.path("parameters").path(name).path("axis").asBoolean()) {
        axes.add(name);
      }
    }
    return axes;
  }

  private interface Part {
    void read(String name, JsonNode node);
  }

  private void each(String kind, Part part) {
    root.path(kind).properties().forEach(field -> part.read(field.getKey(), field.getValue()));
  }
}
