package dev.faultlab.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.JarText;
import dev.faultlab.files.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Copies what a user's services may have in a check. It reads the project as Compose resolved it,
 * so that nothing comes past it by {@code extends}, {@code include}, anchors or variables. A key
 * that it does not know is refused by name.
 */
final class ServicePolicy {
  /** A rule a line: its kind, then keys. */
  private static final List<String> RULES =
      JarText.read(ServicePolicy.class, "compose-keys.txt").lines().toList();

  private static final Set<String> KEPT_KEYS = keys("kept");
  private static final Set<String> DROPPED = keys("dropped");
  private static final Set<String> NESTED = keys("nested");

  private static final Map<String, String> VALUES =
      RULES.stream()
          .filter(line -> line.startsWith("value "))
          .map(line -> line.split(" ", 3))
          .collect(Collectors.toMap(words -> words[1], words -> words[2]));

  private final JsonNode project;
  private final List<Path> certificates;
  private final ObjectNode shared = Json.MAPPER.createObjectNode();

  /**
   * @param certificates files that are copied, because a check replaces them
   */
  ServicePolicy(JsonNode project, List<Path> certificates) {
    this.project = project;
    this.certificates = certificates;
  }

  private static Set<String> keys(String kind) {
    return RULES.stream()
        .filter(line -> line.startsWith(kind + " "))
        .flatMap(line -> Stream.of(line.split(" ")).skip(1))
        .collect(Collectors.toSet());
  }

  /**
   * A service, as far as it is accepted.
   *
   * @param copies of what it may write to; these are no mounts
   * @param notes what differs from the project, a sentence each
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
    long max = Math.max(declared.at("/scale").asLong(1), declared.at("/deploy/replicas").asLong(1));
    if (max > 1) {
      accepted.notes().add("service %s has one replica instead of %d".formatted(name, max));
    }
    for (Iterator<JsonNode> iterator = service.path("volumes").iterator(); iterator.hasNext(); ) {
      ObjectNode volume = (ObjectNode) iterator.next();
      String type = volume.path("type").asText();
      if (type.equals("volume") && volume.has("source")) {
        share("volume", volume, refused);
        accepted.notes().add("volume " + volume.path("source").asText() + " starts empty");
      } else if (type.equals("bind") && !mounted(name, volume, accepted)) {
        iterator.remove();
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
    boolean replaced = certificates.stream().anyMatch(file -> file.startsWith(source));
    boolean copied = (writable || replaced) && !source.toString().matches(HostPath.HARMLESS);
    List<String> notes = accepted.notes();
    if (!volume.has("source")) {
      String missingFormat = "service %s finds nothing at %s, because %s does not exist";
      notes.add(missingFormat.formatted(name, target, written));
      volume.put("type", "tmpfs").remove("bind");
    } else if (copied) {
      String copyFormat = "service %s gets a copy of %s, because %s";
      String why = writable ? "it may write to it" : "certificates are replaced";
      notes.add(copyFormat.formatted(name, written, why));
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
      } else if (KEPT_KEYS.contains(key) || allows(key, value)) {
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
    List<String> words = new ArrayList<>(value.isValueNode() ? List.of(value.asText()) : List.of());
    value.fieldNames().forEachRemaining(words::add);
    if (value.isArray()) {
      value.forEach(element -> words.add(element.asText()));
    }
    return values != null && words.stream().allMatch(one -> one.matches(values));
  }

  private void share(String kind, JsonNode used, List<String> refused) {
    String name = used.path("source").asText();
    List<String> why = new ArrayList<>();
    ObjectNode resource = (ObjectNode) copy(kind + ".", project.path(kind + "s").path(name), why);
    if (resource.has("file")
        && certificates.contains(HostPath.mount(resource, "file", false, why))
        && why.isEmpty()) {
      why.add("is a certificate that a check cannot replace; mount the file as a volume");
    }
    String variable = resource.path("environment").asText();
    if (!variable.isEmpty() && System.getenv(variable) == null) {
      why.add("is the variable %s, which is not set; export it".formatted(variable));
    }
    if (resource.isEmpty() && why.isEmpty() && !kind.equals("volume")) {
      why.add("is a file that does not exist");
    }
    shared.withObject("/" + kind + "s").set(name, resource);
    why.forEach(reason -> refused.add("uses the %s %s, which %s".formatted(kind, name, reason)));
  }
}
