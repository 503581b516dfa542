package dev.faultlab.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The rules for every compose file, ours or others': everything can be found and removed again, two
 * stacks do not meet, a load reaches no other service, and no program takes over the machine.
 */
record ComposeRules(StackIdentity identity) {

  /** One sentence for each broken rule; empty when it can be started. */
  List<String> violations(JsonNode config) {
    List<String> problems = new ArrayList<>();
    for (String kind : List.of("services", "networks", "volumes")) {
      for (Map.Entry<String, JsonNode> part : config.path(kind).properties()) {
        String what = kind.substring(0, kind.length() - 1) + " " + part.getKey();
        labels(what, part.getValue(), problems);
        if (part.getValue().path("external").asBoolean()) {
          problems.add(what + " is external: it would be shared between stacks");
        }
      }
    }
    config.path("services").properties().forEach(s -> service(s.getKey(), s.getValue(), problems));
    config.path("networks").properties().forEach(n -> network(n.getKey(), n.getValue(), problems));
    return List.copyOf(problems);
  }

  private void labels(String what, JsonNode part, List<String> problems) {
    List<String> missing =
        identity.labels().entrySet().stream()
            .filter(l -> !part.path("labels").path(l.getKey()).asText().equals(l.getValue()))
            .map(Map.Entry::getKey)
            .sorted()
            .map(l -> l + ": ${" + l.toUpperCase(Locale.ROOT).replace('.', '_') + "}")
            .toList();
    if (!missing.isEmpty()) {
      String format = "%s has no label %s, so nothing would remove it";
      problems.add(format.formatted(what, String.join(", ", missing)));
    }
  }

  private static void service(String name, JsonNode service, List<String> problems) {
    if (service.path("network_mode").asText().equals("host")) {
      problems.add("service " + name + " is on the host's network; a stack has its own");
    }
    List<String> unlimited = missingLimits(service);
    if (!unlimited.isEmpty()) {
      String format =
          "service %s has no %s, so a program in it could use the whole machine; add it, or extend"
              + " a service of labs/services.yaml";
      problems.add(format.formatted(name, String.join(", ", unlimited)));
    }
    if (service.has("container_name")) {
      problems.add("service " + name + " has a container_name, so two stacks would conflict");
    }
    for (JsonNode port : service.path("ports")) {
      if (!port.path("host_ip").asText().equals("127.0.0.1")) {
        String format =
            "service %s publishes port %s beyond this machine; put 127.0.0.1: in front, or remove"
                + " the port, because the host can reach the service's address";
        problems.add(format.formatted(name, port.path("target").asText()));
      }
    }
  }

  private static List<String> missingLimits(JsonNode service) {
    List<String> missing = new ArrayList<>();
    if (service.path("pids_limit").asLong() <= 0) {
      missing.add("pids_limit: 2048");
    }
    if (service.path("mem_limit").asLong() <= 0) {
      missing.add("mem_limit: 2g");
    }
    if (!service.path("security_opt").toString().contains("\"no-new-privileges:true\"")) {
      missing.add("security_opt: [\"no-new-privileges:true\"]");
    }
    return missing;
  }

  private void network(String name, JsonNode network, List<String> problems) {
    if (!network.path("internal").asBoolean()) {
      problems.add("network " + name + " is not internal: a lab must not reach the outside");
    }
    for (JsonNode range : network.path("ipam").path("config")) {
      String subnet = range.path("subnet").asText();
      if (!subnet.contains(identity.net() + ".")) {
        String format =
            "network %s has the fixed range %s; without ${FAULTLAB_NET}, two stacks would conflict";
        problems.add(format.formatted(name, subnet));
      }
    }
  }
}
