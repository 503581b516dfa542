package dev.faultlab.roll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.files.Json;
import dev.faultlab.stack.StackException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A cluster that behaves, until a test gives it other habits. */
class TinyCluster implements RollStack {
  static final RollForm FORM =
      new RollForm(
          "tiny",
          "tiny",
          "",
          "tiny/node:VERSION={version}",
          List.of("serve"),
          List.of("roll"),
          Map.of(),
          Map.of(),
          new RollForm.Nodes(3, 3, 5),
          2379,
          100,
          directions(),
          List.of("leader"),
          List.of("put"),
          true,
          true,
          true,
          true,
          Pattern.compile("fatal: (.*)"),
          new RollForm.Seconds(10, 5, 2),
          List.of());

  /** Operations during one. */
  static final int RESTART = 12;

  /** As the last hold. */
  static final int FINISHED = 4;

  static RollQuestion question(int last, boolean back) {
    return question(last, back, 1);
  }

  static RollQuestion question(int last, boolean back, int trials) {
    return question(last, back, "", trials);
  }

  static RollQuestion question(int last, boolean back, String under, int trials) {
    Map<Age, String> of = Map.of(Age.OLD, "1", Age.NEW, "2");
    boolean finish = last == FINISHED;
    int until = Math.min(last, 3);
    return new RollQuestion("tiny", FORM, of, Map.of(), 3, 0, until, finish, back, under, trials);
  }

  final Pass pass;
  private final Map<String, Age> ages = new LinkedHashMap<>();
  private final List<Long> written = new ArrayList<>();
  final List<String> asked = new ArrayList<>();
  boolean noHistory;
  boolean noFinish;
  boolean finished;
  int pauses;
  int steps;

  /** How a node comes back from a step, by its name and the version that it really runs. */
  BiFunction<String, Age, Status> back = (node, version) -> Status.READY;

  Function<String, Status> ended = node -> Status.READY;

  /** What a node says about the leader, {@link #worked} or before. */
  BiFunction<String, String, String> claim = (node, leader) -> leader;

  boolean worked;

  /** The code of an operation, by the directions and its place; OK is not a refusal. */
  BiFunction<Map<String, String>, Integer, String> code = (given, place) -> "OK";

  /** The code of an operation during a restart, by its place. */
  IntFunction<String> meanwhile = place -> "OK";

  /** How the condition was met. */
  Count met;

  UnaryOperator<List<Long>> read = there -> there;

  TinyCluster(Pass pass) {
    this.pass = pass;
    question(0, false).names().forEach(node -> ages.put(node, Age.OLD));
  }

  private static Map<String, RollForm.Role> directions() {
    Map<String, RollForm.Role> directions = new LinkedHashMap<>();
    directions.put("leader", RollForm.Role.node);
    directions.put("asked", RollForm.Role.node);
    return directions;
  }

  @Override
  public void start() {
    if (noHistory) {
      throw new StackException("no history can be made");
    }
  }

  @Override
  public Supplier<Count> startCondition() {
    asked.add("hurt");
    return () -> {
      asked.add("well");
      return met;
    };
  }

  @Override
  public void pause() {
    pauses++;
  }

  boolean mixed() {
    return version("n1") != version("n3");
  }

  @Override
  public Status step(String node, Age age) {
    steps++;
    ages.put(node, age);
    return back.apply(node, version(node));
  }

  /** The version that it really runs. */
  Age version(String node) {
    return pass.runs(ages.get(node));
  }

  @Override
  public Status ended(String node) {
    return ended.apply(node);
  }

  @Override
  public List<String> ask(Age age, List<String> words) {
    asked.add(age + " " + String.join(" ", words));
    Map<String, String> given =
        words.stream()
            .filter(word -> word.contains("="))
            .map(word -> word.split("="))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    if (words.get(0).equals("finish")) {
      if (noFinish) {
        throw new StackException("'finish': FEATURE_UPDATE_FAILED");
      }
      finished = true;
      return List.of();
    }
    if (words.get(0).equals("read")) {
      return List.of(line(Map.of("read", Map.of("keys", read.apply(written)))));
    }
    List<String> lines = new ArrayList<>();
    looks(lines, given, false);
    long seq = Long.parseLong(given.get("seq"));
    lines.addAll(operations(seq, 3, place -> code.apply(given, place)));
    looks(lines, given, true);
    return lines;
  }

  @Override
  public Client keep(List<String> words, String end) {
    asked.add("OLD " + String.join(" ", words));
    long seq = Long.parseLong(words.get(2).substring(4));
    int before = steps;
    return () -> {
      assertThat(steps).isEqualTo(before + 1);
      return operations(seq, RESTART, meanwhile);
    };
  }

  private List<String> operations(long seq, int many, IntFunction<String> code) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      String met = code.apply(i);
      lines.add(operation(met, seq + i));
      if (met.equals("OK")) {
        written.add(seq + i);
      }
    }
    return lines;
  }

  static String operation(String code, long id) {
    Map<String, Object> line = new LinkedHashMap<>(Map.of("op", "put", "code", code));
    line.putAll(Map.of("ok", code.equals("OK"), "late", code.equals("LATE")));
    line.putAll(Map.of("lane", "keys", "ids", List.of(id)));
    return line(line);
  }

  private void looks(List<String> lines, Map<String, String> given, boolean after) {
    worked = after;
    Map<String, Map<String, String>> look = new LinkedHashMap<>();
    for (String node : given.get("up").split(",")) {
      look.put(node, Map.of("leader", claim.apply(node, given.get("leader"))));
    }
    Stream.of(1, 2).forEach(i -> lines.add(line(Map.of("look", look))));
  }

  private static String line(Object value) {
    return Json.text(Json.MAPPER.writer(), value);
  }
}
