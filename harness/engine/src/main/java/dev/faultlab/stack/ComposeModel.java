package dev.faultlab.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The services of a lab as compose resolves them, before anything is started.
 *
 * @param services by compose name
 * @param problems why this must not be started: one sentence each
 * @param text from which Compose starts it
 */
public record ComposeModel(Map<String, ServiceEntry> services, List<String> problems, String text) {
  private static final String SHARED_NETWORK = "service:";
  private static final int MEBI = 20;

  /**
   * One service of a compose file.
   *
   * @param addresses network to fixed IPv4 address: its own, or those of the service whose network
   *     it shares
   * @param port where others reach it, from {@code expose}, when there is exactly one
   */
  public record ServiceEntry(Map<String, String> addresses, Optional<Integer> port) {}

  /**
   * Reads what {@code docker compose config --format json} prints.
   *
   * @param identity of the stack that it was asked for
   * @param memory service to its limit in MiB, in place of the file's
   */
  static ComposeModel parse(String json, StackIdentity identity, Map<String, Integer> memory) {
    JsonNode config = ComposeFile.tree(json);
    Map<String, ServiceEntry> services = new TreeMap<>();
    JsonNode model = config.path("services");
    for (Map.Entry<String, JsonNode> each : model.properties()) {
      String name = each.getKey();
      ObjectNode service = (ObjectNode) each.getValue();
      service.remove("profiles"); // these are the services of one
      Optional.ofNullable(memory.get(name))
          .ifPresent(size -> service.put("mem_limit", String.valueOf((long) size << MEBI)));
      services.put(name, new ServiceEntry(addresses(model, name), port(service)));
    }
    return new ComposeModel(
        services, new ComposeRules(identity).violations(config), config.toString());
  }

  public Set<String> names() {
    return services.keySet();
  }

  /**
   * Placeholders for procedures, so that only the compose file has numbers: {@code address:SERVICE}
   * is its IPv4 address, {@code endpoint:SERVICE} that and its port with a colon. A service in
   * several networks has {@code address:SERVICE.NETWORK} and {@code endpoint:SERVICE.NETWORK}
   * instead.
   */
  public Map<String, String> placeholders() {
    Map<String, String> values = new TreeMap<>();
    services.forEach(
        (name, service) ->
            service
                .addresses()
                .forEach(
                    (network, address) -> {
                      String place = service.addresses().size() == 1 ? name : name + "." + network;
                      values.put("address:" + place, address);
                      service
                          .port()
                          .ifPresent(port -> values.put("endpoint:" + place, address + ":" + port));
                    }));
    return values;
  }

  private static Map<String, String> addresses(JsonNode services, String name) {
    String mode = services.path(name).path("network_mode").asText();
    String owner = mode.startsWith(SHARED_NETWORK) ? mode.substring(SHARED_NETWORK.length()) : name;
    Map<String, String> addresses = new TreeMap<>();
    services
        .path(owner)
        .path("networks")
        .properties()
        .forEach(
            network -> {
              JsonNode address = network.getValue().path("ipv4_address");
              if (address.isTextual()) {
                addresses.put(network.getKey(), address.asText());
              }
            });
    return addresses;
  }

  private static Optional<Integer> port(JsonNode service) {
    JsonNode exposed = service.path("expose");
    return exposed.size() == 1 ? Optional.of(exposed.get(0).asInt()) : Optional.empty();
  }
}
