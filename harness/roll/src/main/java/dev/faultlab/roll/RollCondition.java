package dev.faultlab.roll;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Requirement;
import dev.faultlab.seen.Rounds;
import dev.faultlab.seen.State;
import dev.faultlab.service.ServiceStack;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.stack.StackException;
import dev.faultlab.testcontainers.condition.Caller;
import dev.faultlab.testcontainers.condition.Conditions;
import dev.faultlab.testcontainers.condition.NetworkCondition;
import dev.faultlab.testcontainers.condition.NetworkCondition.Running;
import dev.faultlab.testcontainers.condition.Part;
import dev.faultlab.testcontainers.condition.Parts;
import dev.faultlab.testcontainers.condition.Testbed;
import dev.faultlab.testcontainers.condition.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A condition of check between the programs of a roll and its nodes. What a program sends to a node
 * goes to a router and from there to the node, whatever address the system has told the client.
 * Programs look no names up, so there is no name server.
 */
final class RollCondition {
  /** Role of the image that has the tools. */
  static final Requirement.Image TOOLS = Requirement.Image.parse("netshoot");

  private static final List<String> SUPPORTED = List.of("latency", "loss");
  private static final String UNSUPPORTED =
      "expected one of %s, found %s: the others need lookups, old connections, much data, or act on a service itself";

  private static final String ROUTER = "router";
  private static final String SIDECAR_SUFFIX = "-net";
  private static final int FRONTS = 64;
  private static final int SPARES = 80;
  private static final int PROGRAMS = 31;
  private static final Rounds NONE = new Rounds(List.of(), 0, 0);

  private final RollQuestion question;
  private final ProjectStack stack;
  private final byte[] caller;
  private Testbed bed;

  RollCondition(RollQuestion question, ProjectStack stack, byte[] caller) {
    this.question = question;
    this.stack = stack;
    this.caller = caller;
  }

  /**
   * One that fits, with settings as in {@code loss,percent=10}.
   *
   * @throws WrongUsage with the reason, when it cannot be held
   */
  static NetworkCondition named(String typed) {
    String form = "--condition %s: expected NAME[,SETTING=VALUE]";
    WrongUsage.throwIf(!typed.matches("[^,=]+(,[^,=]+=[^,]*)*"), form, typed);
    List<String> words = List.of(typed.split(","));
    Map<String, String> settings = new TreeMap<>();
    words.stream().skip(1).forEach(w -> settings.put(w.split("=")[0], w.replaceFirst(".*?=", "")));
    try {
      NetworkCondition found = Conditions.named(words.get(0), settings);
      if (!SUPPORTED.contains(words.get(0))) {
        throw new IllegalArgumentException(UNSUPPORTED.formatted(SUPPORTED, words.get(0)));
      }
      return found;
    } catch (IllegalArgumentException e) {
      throw new WrongUsage("--condition: %s", e.getMessage());
    }
  }

  static String program(String net, Age age) {
    return net + "." + (PROGRAMS + age.ordinal());
  }

  /**
   * Adds the parts to a model.
   *
   * @param tools what all of them have
   */
  static void add(RollQuestion question, ObjectNode services, String net, ObjectNode tools) {
    tools.putArray("command").add("sleep").add("infinity");
    tools.putArray("cap_add").add("NET_ADMIN").add("NET_RAW");
    ObjectNode router = services.putObject(ROUTER).setAll(tools.deepCopy());
    router.set("sysctls", Json.MAPPER.valueToTree(named(question.condition()).routerSysctls()));
    router.withObject("/networks/faultlab").put("ipv4_address", net + "." + FRONTS);
    for (String program : RollModel.PROGRAMS) {
      ObjectNode beside = services.putObject(program + SIDECAR_SUFFIX).setAll(tools.deepCopy());
      beside.put("network_mode", "service:" + program);
    }
  }

  /** Starts the parts, and leads the programs through the router. */
  private Testbed connect() throws InterruptedException {
    List<String> beside = RollModel.PROGRAMS.stream().map(each -> each + SIDECAR_SUFFIX).toList();
    stack.start(Stream.concat(Stream.of(ROUTER), beside.stream()).toList(), DockerRollStack.START);
    stack.putProgram(ROUTER, Caller.PATH, caller);
    // Other ports of a node are not asked
    String redirect =
        "iptables -w -t nat -A OUTPUT -d \"$1\" -p tcp --dport \"$2\" -j DNAT --to \"$3\"";
    int port = question.form().port();
    List<Upstream> nodes = new ArrayList<>();
    RollModel.addresses(question, stack.identity())
        .forEach(
            (node, address) -> {
              String front = stack.identity().net() + "." + (FRONTS + nodes.size());
              String spare = stack.identity().net() + "." + (SPARES + nodes.size());
              nodes.add(new Upstream(node, port, front, spare, address));
              beside.forEach(
                  part -> ServiceStack.part(stack, part).bash(redirect, address, port + "", front));
            });
    String own = nodes.get(0).front();
    Part router = ServiceStack.part(stack, ROUTER);
    Part nameServer = command -> "";
    Parts parts = new Parts(router, nameServer, List.of(), own, own, file -> {}, Optional.empty());
    Testbed made = new Testbed(parts, nodes, false);
    made.connect();
    return made;
  }

  /** Starts it; the result ends it, and counts the packets that met it. */
  Supplier<Count> begin() throws InterruptedException {
    try {
      bed = bed == null ? connect() : bed;
      String net = stack.identity().net();
      List<String> clients = Stream.of(Age.values()).map(age -> program(net, age)).toList();
      Running running = named(question.condition()).start(bed);
      running.watch(clients);
      running.inject();
      return () -> end(running, clients);
    } catch (IllegalStateException e) {
      throw new StackException(question.condition() + ": " + e.getMessage(), e);
    }
  }

  private static Count end(Running running, List<String> clients) {
    try (running) {
      long packets =
          clients.stream().mapToLong(each -> running.exposure(each, NONE).contact()).sum();
      String words = packets + " packets";
      return packets == 0
          ? Count.notExercised(words)
          : new Count(State.ABSENT, Count.OK, words, 0, packets);
    } catch (IllegalStateException e) {
      return Count.unknown(e.getMessage());
    }
  }
}
