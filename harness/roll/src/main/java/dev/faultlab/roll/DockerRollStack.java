package dev.faultlab.roll;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.Json;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.StackIdentity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A cluster of containers in a network of its own. Each node has a container per age, of which one
 * runs, and one volume and address for both. Ports are the systems' own, in each container: no
 * client's port can take them.
 */
final class DockerRollStack implements RollStack {
  private static final Duration START = Duration.ofMinutes(5);
  private static final Duration STOP = Duration.ofSeconds(90);
  private static final Duration WORK = Duration.ofMinutes(20);
  private static final int POLL_MILLIS = 500;
  private static final int LOG_LINES = 200;
  private static final int FIRST_ADDRESS = 11;

  private final RollQuestion question;
  private final Pass pass;
  private final ProjectStack stack;
  private final Map<String, Age> ages = new HashMap<>();

  private DockerRollStack(RollQuestion question, Pass pass, ProjectStack stack) {
    this.question = question;
    this.pass = pass;
    this.stack = stack;
  }

  /**
   * Starts all nodes as the old version; those that joined later join one by one.
   *
   * @throws StackException when a node does not start
   */
  static RollStack start(RollQuestion question, Pass pass, ProjectStack stack)
      throws InterruptedException {
    DockerRollStack all = new DockerRollStack(question, pass, stack);
    stack.up(List.of(program(Age.OLD), program(Age.NEW)), START);
    List<String> names = question.names();
    int first = names.size() - question.grown();
    stack.up(names.subList(0, first).stream().map(n -> service(n, Age.OLD)).toList(), START);
    for (String node : names.subList(0, first)) {
      all.require(node);
    }
    for (String node : names.subList(first, names.size())) {
      all.ask(Age.OLD, List.of("invite", "node=" + node));
      stack.up(List.of(service(node, Age.OLD)), START);
      all.ask(Age.OLD, List.of("promote", "node=" + node));
      all.require(node);
    }
    all.ask(Age.OLD, List.of("begin"));
    return all;
  }

  private void require(String node) throws InterruptedException {
    ages.put(node, Age.OLD);
    Back back = ready(node);
    if (!back.why().isEmpty()) {
      throw new StackException("node " + node + " does not start: " + back.why());
    }
  }

  @Override
  public Back step(String node, Age age) throws InterruptedException {
    stack.stop(service(node, ages.get(node)), STOP);
    ages.put(node, age);
    stack.up(List.of(service(node, age)), START);
    return ready(node);
  }

  private Back ready(String node) throws InterruptedException {
    long deadline = System.nanoTime() + START.toNanos();
    while (true) {
      Optional<String> ended = ended(node);
      if (ended.isPresent()) {
        return new Back(true, ended.get());
      }
      Execution asked = execute(program(Age.OLD), List.of("ready", "node=" + node));
      if (asked.exitStatus() == 0) {
        requireVersion(node);
        return Back.READY;
      }
      if (System.nanoTime() > deadline) {
        String late = "%s runs and is not ready after %d s: %s%n%s";
        String log = stack.service(service(node, ages.get(node))).log(6).strip();
        return new Back(false, late.formatted(node, START.toSeconds(), asked.tail(), log));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** A result names versions: they are those that ran. */
  private void requireVersion(String node) throws InterruptedException {
    Age age = ages.get(node);
    String runs = text(execute(service(node, age), List.of("version"))).strip();
    String expected = question.versions().get(pass.runs(age));
    if (!runs.equals(expected)) {
      throw new StackException(
          "node %s runs version '%s', expected %s".formatted(node, runs, expected));
    }
  }

  @Override
  public Optional<String> ended(String node) throws InterruptedException {
    String service = service(node, ages.get(node));
    String ended = stack.ended(service);
    return ended.isEmpty()
        ? Optional.empty()
        : Optional.of(cause(question.form().said(), ended, stack.service(service).log(LOG_LINES)));
  }

  /**
   * Status and cause of an end.
   *
   * @param said of {@link RollForm}; the last line that matches counts
   * @param ended status, with the end of the log below it
   */
  static String cause(String said, String ended, String log) {
    String status = ended.lines().findFirst().orElse(ended);
    return Pattern.compile(said)
        .matcher(log)
        .results()
        .map(
            match ->
                IntStream.rangeClosed(1, match.groupCount())
                    .mapToObj(match::group)
                    .filter(Objects::nonNull)
                    .collect(Collectors.joining(": ", status + " ", "")))
        .reduce((earlier, later) -> later)
        .orElse(ended);
  }

  @Override
  public List<String> ask(Age age, List<String> words) throws InterruptedException {
    Execution done = execute(program(age), words);
    if (done.exitStatus() != 0) {
      throw new ProgramFailed("'" + String.join(" ", words) + "': " + done.tail());
    }
    return text(done).lines().toList();
  }

  private Execution execute(String service, List<String> words) throws InterruptedException {
    List<String> command = new ArrayList<>(question.form().program());
    command.addAll(words);
    return stack.service(service).execute(command, WORK);
  }

  private static String text(Execution done) {
    return new String(done.stdout(), StandardCharsets.UTF_8);
  }

  private static String service(String node, Age age) {
    return node + "-" + age.word();
  }

  private static String program(Age age) {
    return "program-" + age.word();
  }

  /**
   * The compose model of a pass.
   *
   * @param images by the version's age
   */
  static String model(
      RollQuestion question, Pass pass, Map<Age, String> images, StackIdentity identity) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    RollForm form = question.form();
    List<String> names = question.names();
    String addresses =
        names.stream()
            .map(n -> n + "=" + address(identity, names.indexOf(n)))
            .collect(Collectors.joining(","));
    ObjectNode network = root.putObject("networks").putObject("faultlab").put("internal", true);
    network
        .putObject("ipam")
        .putArray("config")
        .addObject()
        .put("subnet", identity.net() + ".0/24");
    network.set("labels", labels(identity));
    for (Age age : Age.values()) {
      String image = images.get(pass.runs(age));
      Map<String, String> environment =
          new HashMap<>(Map.of("ROLL_NODES", addresses, "ROLL_GROWN", question.grown() + ""));
      ObjectNode program = container(root, program(age), image, environment, identity);
      program.set("command", Json.MAPPER.valueToTree(List.of("sleep", "infinity")));
      program.putObject("networks").putObject("faultlab");
      for (String node : names) {
        environment.put("ROLL_NODE", node);
        ObjectNode each = container(root, service(node, age), image, environment, identity);
        each.set("command", Json.MAPPER.valueToTree(form.command()));
        each.putObject("networks")
            .putObject("faultlab")
            .put("ipv4_address", address(identity, names.indexOf(node)));
        each.put("hostname", node);
        each.putArray("volumes").add(node + ":/data");
        root.withObject("/volumes").putObject(node).set("labels", labels(identity));
      }
    }
    List<String> hosts =
        names.stream().map(n -> n + ":" + address(identity, names.indexOf(n))).toList();
    for (JsonNode each : root.path("services")) {
      ObjectNode service = (ObjectNode) each;
      service.put("mem_limit", form.memory() + "m");
      // Kafka looks up the names of addresses: both containers of a node have one name
      service.set("extra_hosts", Json.MAPPER.valueToTree(hosts));
    }
    return root.toString().replace("$", "$$");
  }

  private static String address(StackIdentity identity, int place) {
    return identity.net() + "." + (FIRST_ADDRESS + place);
  }

  private static ObjectNode container(
      ObjectNode root,
      String name,
      String image,
      Map<String, String> environment,
      StackIdentity identity) {
    ObjectNode service = root.withObject("/services").putObject(name).put("image", image);
    service.put("init", true).put("pids_limit", 512).put("pull_policy", "never");
    service.putArray("security_opt").add("no-new-privileges:true");
    service.putArray("cap_drop").add("ALL");
    service.set("environment", Json.MAPPER.valueToTree(environment));
    service.set("labels", labels(identity));
    return service;
  }

  private static ObjectNode labels(StackIdentity identity) {
    return Json.MAPPER.valueToTree(identity.labels());
  }
}
