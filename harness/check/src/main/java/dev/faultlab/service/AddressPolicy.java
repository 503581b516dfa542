package dev.faultlab.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A check gives every service an address of its own, answers lookups itself, and lets nothing out.
 * What relies on another address is refused before anything starts.
 */
record AddressPolicy(ComposeServices project, Map<String, ServicePolicy.Accepted> kept) {
  private static final String EXTRA_HOSTS = "extra_hosts";

  /** Adds refusals and notes to the services. */
  void judge() {
    kept.keySet().forEach(this::rejectFixedAddress);
    kept.forEach(
        (name, allowed) ->
            allowed.service().path(EXTRA_HOSTS).forEach(host -> checkHost(name, allowed, host)));
  }

  private void rejectFixedAddress(String owner) {
    for (String address : project.addressesOf(owner)) {
      Pattern pattern = Pattern.compile("(?<![\\w.:])" + Pattern.quote(address) + "(?![\\w.])");
      String format = "service %s has the address %s of service %s in %s; write the name %s there";
      kept.forEach(
          (name, allowed) ->
              allowed.service().properties().stream()
                  .filter(part -> !part.getKey().equals(EXTRA_HOSTS))
                  .filter(part -> pattern.matcher(part.getValue().toString()).find())
                  .map(part -> format.formatted(name, address, owner, part.getKey(), owner))
                  .forEach(allowed.refused()::add));
      kept.get(owner)
          .notes()
          .add("service %s has another address than %s".formatted(owner, address));
    }
  }

  private void checkHost(String name, ServicePolicy.Accepted allowed, JsonNode host) {
    String[] words = host.asText().split("[=:]", 2);
    String address = words[words.length - 1];
    List<String> known = new ArrayList<>();
    for (String other : kept.keySet()) {
      known.addAll(project.addressesOf(other));
      known.addAll(other.equals(name) ? List.of() : project.namesOf(other, kept.keySet()));
    }
    if (known.contains(words[0]) || known.contains(address)) {
      allowed
          .refused()
          .add(
              "service %s has extra_hosts: %s, but in a check services have other addresses, found by name; remove it"
                  .formatted(name, host.asText()));
    } else if (!address.matches("127\\..*|\\[?::1]?")) {
      allowed.notes().add("service %s cannot reach %s, which is outside".formatted(name, words[0]));
    }
  }
}
