package dev.faultlab.roll;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import dev.faultlab.roll.RollForm.Role;
import dev.faultlab.roll.RollStack.Back;
import dev.faultlab.roll.RollStack.ProgramFailed;
import dev.faultlab.roll.Transcript.Line;
import dev.faultlab.seen.State;
import dev.faultlab.signature.Observation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One pass: nodes go one by one, each mixed state is held, and a client keeps receipts. */
final class RollRun {
  private static final long IDS_OF_A_DIRECTION = 1_000;
  private static final int READS = 12;
  private static final String OK = "ok";

  private final RollQuestion question;
  private final RollForm form;
  private final RollStack stack;
  private final Consumer<String> held;
  private final Map<String, Age> nodes = new LinkedHashMap<>();
  private final Map<Measured, Observation> seen = new LinkedHashMap<>();
  private final Receipts receipts = new Receipts();
  private long id;

  /**
   * @param held receives the name of each hold when its work is done
   */
  RollRun(RollQuestion question, RollStack stack, Consumer<String> held) {
    this.question = question;
    this.form = question.form();
    this.stack = stack;
    this.held = held;
    question.names().forEach(name -> nodes.put(name, Age.OLD));
  }

  /** Carries it out. A node that does not come back ends it after its hold. */
  Map<Measured, Observation> run() throws InterruptedException {
    List<String> names = question.names();
    boolean going = hold("0/" + names.size(), Back.READY);
    int done = 0;
    for (; going && done < question.last(); done++) {
      String name = names.get(done);
      going = hold((done + 1) + "/" + names.size(), step(name, Age.NEW));
    }
    for (; question.back() && going && done > 0; done--) {
      String name = names.get(done - 1);
      going = hold("back " + (done - 1) + "/" + names.size(), step(name, Age.OLD));
    }
    return seen;
  }

  private Back step(String name, Age age) throws InterruptedException {
    Back back = stack.step(name, age);
    nodes.put(name, age);
    if (!back.why().isEmpty()) {
      nodes.remove(name);
    }
    return back;
  }

  private boolean hold(String name, Back back) throws InterruptedException {
    for (List<Age> direction : directions()) {
      work(name, direction);
    }
    if (form.receipts()) {
      seen.put(new Measured(name, List.of(), Measured.RECEIPTS), read());
    }
    Observation members = members(back);
    seen.put(new Measured(name, List.of(), Measured.MEMBERS), members);
    held.accept(name);
    return members.state() == State.ABSENT;
  }

  private Observation members(Back back) throws InterruptedException {
    String why = back.why();
    for (String node : nodes.keySet()) {
      why += stack.ended(node).map(log -> (node + ": " + log).strip()).orElse("");
    }
    if (why.isEmpty()) {
      return new Observation(State.ABSENT, OK, nodes.size() + " of " + nodes.size(), List.of());
    }
    return back.decided()
        ? new Observation(State.PRESENT, "ended", why, List.of())
        : Observation.unknown("not-ready", why, List.of());
  }

  /** The directions that the nodes' versions allow. */
  private List<List<Age>> directions() {
    List<Age> here = nodes.values().stream().distinct().sorted().toList();
    List<List<Age>> all = List.of(List.of());
    for (int i = 0; i < form.directions().size(); i++) {
      all =
          all.stream()
              .flatMap(
                  begun ->
                      here.stream()
                          .map(
                              age -> {
                                List<Age> longer = new ArrayList<>(begun);
                                longer.add(age);
                                return longer;
                              }))
              .toList();
    }
    return all;
  }

  private void work(String hold, List<Age> direction) throws InterruptedException {
    Map<String, String> chosen = new LinkedHashMap<>();
    Age program = Age.OLD;
    int place = 0;
    for (Map.Entry<String, Role> each : form.directions().entrySet()) {
      Age age = direction.get(place);
      if (each.getValue() == Role.program) {
        program = age;
      } else {
        List<String> able = nodes.keySet().stream().filter(n -> nodes.get(n) == age).toList();
        chosen.put(each.getKey(), able.get(place == 0 ? 0 : able.size() - 1));
      }
      place++;
    }
    List<String> words = new ArrayList<>(List.of("work", up(), "seq=" + id));
    chosen.forEach((name, node) -> words.add(name + "=" + node));
    id += IDS_OF_A_DIRECTION;
    Optional<Observation> doubt;
    List<Line> operations = List.of();
    try {
      Transcript done = Transcript.of(stack.ask(program, words));
      operations = done.operations();
      operations.forEach(receipts::add);
      Map<String, String> wanted = new TreeMap<>(chosen);
      wanted.keySet().retainAll(form.proven());
      doubt =
          done.unproven(wanted, List.copyOf(nodes.keySet()))
              .map(why -> new Observation(State.NOT_EXERCISED, "not-proven", why, List.of()));
    } catch (ProgramFailed e) {
      String why = "the work failed: " + e.getMessage();
      doubt = Optional.of(Observation.unknown("failed", why, List.of()));
    }
    for (String measure : form.counts()) {
      List<Line> these = operations.stream().filter(o -> o.op().equals(measure)).toList();
      seen.put(new Measured(hold, direction, measure), doubt.orElseGet(() -> counted(these)));
    }
  }

  private String up() {
    return "up=" + String.join(",", nodes.keySet());
  }

  /**
   * Any refusal shows a fault. A client's limit alone does not, because a slow machine exceeds it
   * too: then every operation must have exceeded it, and more than one.
   */
  static Observation counted(List<Line> operations) {
    long ok = operations.stream().filter(Line::ok).count();
    int all = operations.size();
    if (all == 0) {
      return new Observation(State.NOT_EXERCISED, "none", "no operation was tried", List.of());
    }
    String words = ok + " of " + all;
    if (ok == all) {
      return new Observation(State.ABSENT, OK, words, List.of());
    }
    Map<String, Long> codes =
        operations.stream()
            .filter(o -> !o.ok())
            .collect(groupingBy(Line::code, TreeMap::new, counting()));
    words +=
        codes.entrySet().stream()
            .map(code -> code.getKey() + " " + code.getValue())
            .collect(joining(", ", " (", ")"));
    boolean refused = operations.stream().anyMatch(o -> !o.ok() && !o.late());
    return refused || ok == 0 && all > 1
        ? new Observation(State.PRESENT, String.join("+", codes.keySet()), words, List.of())
        : Observation.unknown("late", words, List.of());
  }

  /** What is missing is read again: an acknowledgement may come before the last mark is written. */
  private Observation read() throws InterruptedException {
    try {
      Receipts.Checked checked = receipts.check(all());
      for (int i = 1; i < READS && checked.lost() > 0; i++) {
        checked = receipts.check(all());
      }
      return new Observation(
          checked.good() ? State.ABSENT : State.PRESENT,
          checked.good() ? OK : "receipts",
          checked.words(),
          List.of());
    } catch (ProgramFailed e) {
      return Observation.unknown("unreadable", "reading failed: " + e.getMessage(), List.of());
    }
  }

  private Map<String, List<Long>> all() throws InterruptedException {
    return Transcript.lines(stack.ask(Age.OLD, List.of("read", up()))).stream()
        .flatMap(line -> Optional.ofNullable(line.read()).stream())
        .findFirst()
        .orElseThrow(() -> new ProgramFailed("it printed nothing that it read"));
  }
}
