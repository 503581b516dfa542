package dev.faultlab.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The services of a project, as Compose resolved it.
 *
 * @param declared name to service
 */
record ComposeServices(JsonNode declared) {
  static final String SHARED = "service:";

  List<String> names() {
    return declared.propertyStream().map(Map.Entry::getKey).toList();
  }

  /** The service whose network a service shares; empty if it has its own. */
  String networkOf(String name) {
    return shared(name, "network_mode");
  }

  private String shared(String name, String key) {
    String mode = declared.path(name).path(key).asText();
    return mode.startsWith(SHARED) ? mode.substring(SHARED.length()) : "";
  }

  /** Without those that Compose left out: optional ones whose profile is not active. */
  List<String> dependencies(String name) {
    JsonNode service = declared.path(name);
    List<String> found = new ArrayList<>();
    service.path("depends_on").fieldNames().forEachRemaining(found::add);
    for (String key : List.of("links", "volumes_from")) {
      service.path(key).forEach(other -> found.add(other.asText().split(":")[0]));
    }
    List.of("network_mode", "pid", "ipc").forEach(key -> found.add(shared(name, key)));
    found.removeIf(other -> !declared.has(other));
    return found;
  }

  /**
   * The names that resolve to a service on the project's network; its own name comes first.
   *
   * @param started services whose links to it count as names
   */
  List<String> namesOf(String name, Collection<String> started) {
    Set<String> names = new LinkedHashSet<>(List.of(name));
    names.add(declared.path(name).path("container_name").asText(name));
    for (JsonNode network : declared.path(name).path("networks")) {
      network.path("aliases").forEach(alias -> names.add(alias.asText()));
    }
    for (String other : started) {
      for (JsonNode link : declared.path(other).path("links")) {
        String[] words = link.asText().split(":");
        if (words[0].equals(name)) {
          names.add(words[words.length - 1]);
        }
      }
    }
    return List.copyOf(names);
  }

  /** Addresses that the project gives a service. */
  List<String> addressesOf(String name) {
    List<String> addresses = new ArrayList<>();
    for (JsonNode network : declared.path(name).path("networks")) {
      for (String key : List.of("ipv4_address", "ipv6_address")) {
        addresses.addAll(network.has(key) ? List.of(network.path(key).asText()) : List.of());
      }
    }
    return addresses;
  }
}
