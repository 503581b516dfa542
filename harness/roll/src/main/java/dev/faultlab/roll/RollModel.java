package dev.faultlab.roll;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Requirement;
import dev.faultlab.stack.StackIdentity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The compose model of a pass, and the names of its services. */
final class RollModel {
  static final List<String> PROGRAMS = Stream.of(Age.values()).map(RollModel::program).toList();

  private static final int FIRST_ADDRESS = 11;

  static String service(String node, Age age) {
    return node + "-" + age.word();
  }

  static String program(Age age) {
    return "program-" + age.word();
  }

  static Map<String, String> addresses(RollQuestion question, StackIdentity identity) {
    Map<String, String> all = new LinkedHashMap<>();
    question.names().forEach(n -> all.put(n, identity.net() + "." + (FIRST_ADDRESS + all.size())));
    return all;
  }

  /**
   * The compose model of a pass.
   *
   * @param images name of each that is required
   */
  static String model(
      RollQuestion question,
      Pass pass,
      Function<Requirement, String> images,
      StackIdentity identity) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    RollForm form = question.form();
    Map<String, String> addresses = addresses(question, identity);
    String all = addresses.toString().replaceAll("[{} ]", "");
    // A guest has the container's hosts, and not its name server
    for (String name : form.beside().keySet()) {
      addresses.put(name, identity.net() + "." + (FIRST_ADDRESS + addresses.size()));
    }
    JsonNode labels = Json.MAPPER.valueToTree(identity.labels());
    ObjectNode network = root.putObject("networks").putObject("faultlab").put("internal", true);
    network.set("labels", labels);
    String subnet = identity.net() + ".0/24";
    network.putObject("ipam").putArray("config").addObject().put("subnet", subnet);
    ObjectNode common = Json.MAPPER.createObjectNode();
    common.put("init", true).put("pids_limit", 512).put("pull_policy", "never");
    common.put("mem_limit", form.memory() + "m");
    common.putArray("security_opt").add("no-new-privileges:true");
    common.putArray("cap_drop").add("ALL");
    common.set("labels", labels);
    ObjectNode services = root.putObject("services");
    if (!question.condition().isEmpty()) {
      ObjectNode tools = common.deepCopy().put("image", images.apply(RollCondition.TOOLS));
      RollCondition.add(question, services, identity.net(), tools);
    }
    // Kafka looks up the names of addresses: both containers of a node have one name
    ArrayNode hosts = common.putArray("extra_hosts");
    addresses.forEach((node, address) -> hosts.add(node + ":" + address));
    form.beside()
        .forEach(
            (name, image) -> {
              ObjectNode beside = services.putObject(name).setAll(common.deepCopy());
              beside.put("image", images.apply(Requirement.Image.parse(image)));
              beside.withObject("/networks/faultlab").put("ipv4_address", addresses.get(name));
            });
    for (Age age : Age.values()) {
      common.put("image", images.apply(question.image(pass.runs(age))));
      ObjectNode environment = common.putObject("environment");
      question.settings().getOrDefault(pass.runs(age), Map.of()).forEach(environment::put);
      environment.put("ROLL_NODES", all).put("ROLL_GROWN", question.grown() + "");
      ObjectNode program = services.putObject(program(age)).setAll(common.deepCopy());
      program.putArray("command").add("sleep").add("infinity");
      String routerAddress = RollCondition.program(identity.net(), age);
      program.withObject("/networks/faultlab").put("ipv4_address", routerAddress);
      for (String node : question.names()) {
        environment.put("ROLL_NODE", node);
        ObjectNode each = services.putObject(service(node, age)).setAll(common.deepCopy());
        each.set("command", Json.MAPPER.valueToTree(form.command()));
        each.withObject("/networks/faultlab").put("ipv4_address", addresses.get(node));
        each.put("hostname", node);
        if (form.guests()) {
          GuestNode.make(each, question, pass.runs(age), images);
        }
        each.withArray("volumes").add(node + (form.guests() ? ":/guest/kept" : ":/data"));
        root.withObject("/volumes").putObject(node).set("labels", labels);
      }
    }
    return root.toString().replace("$", "$$");
  }
}
