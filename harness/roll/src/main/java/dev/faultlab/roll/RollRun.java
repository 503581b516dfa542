package dev.faultlab.roll;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import dev.faultlab.roll.RollForm.Role;
import dev.faultlab.roll.RollQuestion.Hold;
import dev.faultlab.roll.RollStack.Client;
import dev.faultlab.roll.RollStack.Status;
import dev.faultlab.roll.Transcript.Line;
import dev.faultlab.seen.State;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One pass: nodes go one by one, each mixed state is held, and a client keeps receipts. */
final class RollRun {
  private static final long IDS_OF_A_DIRECTION = 1_000;
  private static final long IDS_OF_A_RESTART = 100_000;

  /** The share of refused operations above which a restart shows a fault. */
  private static final double DECISIVE_SHARE = 0.75;

  /** With fewer operations during a restart, refusals decide nothing. */
  static final int MIN_OPERATIONS = 10;

  /** With their pauses they outlast what an open transaction holds back. */
  private static final int READS = 12;

  private final RollQuestion question;
  private final RollForm form;
  private final RollStack stack;
  private final Consumer<String> onHold;
  private final Map<String, Age> nodes = new TreeMap<>();

  /** Nodes that are gone, and perhaps not by their own fault. */
  private final Map<String, Status> undecided = new TreeMap<>();

  private final Map<CountKey, Count> seen = new LinkedHashMap<>();
  private final Receipts receipts = new Receipts();
  private long id;

  /**
   * @param onHold receives the name of each hold when its work is done
   */
  RollRun(RollQuestion question, RollStack stack, Consumer<String> onHold) {
    this.question = question;
    this.form = question.form();
    this.stack = stack;
    this.onHold = onHold;
    question.names().forEach(name -> nodes.put(name, Age.OLD));
  }

  /**
   * Carries it out. A node that does not come back ends the way forward, and the way back begins
   * there. What fails otherwise ends the pass, and is the reason of its last hold.
   */
  Map<CountKey, Count> run() throws InterruptedException {
    List<Hold> path = question.holds();
    Hold at = path.get(0);
    try {
      stack.start();
      boolean reached = hold(at, Status.READY);
      for (Hold next : path.subList(1, path.size())) {
        if (reached || next.back() && !at.back() && next.newNodes() == at.newNodes() - 1) {
          at = next;
          reached = hold(at, step(at));
        }
      }
    } catch (StackException e) {
      seen.put(once(at.name(), CountKey.MEMBERS), Count.unknown(e.getMessage()));
    }
    return seen;
  }

  private Status step(Hold to) throws InterruptedException {
    if (to.steppedNode().isEmpty()) {
      stack.ask(Age.NEW, List.of("finish", addressOption()));
      return Status.READY;
    }
    String end = "/tmp/keep-" + id;
    List<String> words = List.of("keep", addressOption(), "seq=" + id, "until=" + end);
    id += IDS_OF_A_RESTART;
    Client client = form.keeps() ? stack.keep(words, end) : List::of;
    Age age = to.back() ? Age.OLD : Age.NEW;
    nodes.remove(to.steppedNode());
    undecided.remove(to.steppedNode());
    Status back = stack.step(to.steppedNode(), age);
    if (!back.gone()) {
      nodes.put(to.steppedNode(), age);
    }
    if (form.keeps()) {
      seen.put(CountKey.restart(to), countRestart(client));
    }
    return back;
  }

  /** What a client did during a restart. Receipts show later whether it is still there. */
  private Count countRestart(Client client) throws InterruptedException {
    try {
      List<Line> operations = Transcript.of(client.end(), form.counts()).operations();
      operations.forEach(receipts::add);
      return restartCount(operations);
    } catch (IOException | StackException e) {
      return Count.unknown("the work failed: " + e.getMessage());
    }
  }

  /**
   * Any restart refuses some operations, and chance decides how many. It shows a fault if most are
   * refused, and none if most succeed. What lies between decides nothing.
   */
  static Count restartCount(List<Line> operations) {
    Count seen = count(operations);
    int all = operations.size();
    long ok = operations.stream().filter(Line::ok).count();
    if (ok > DECISIVE_SHARE * all) {
      return new Count(State.ABSENT, Count.OK, seen.reason(), all - ok, all);
    }
    long refused = operations.stream().filter(o -> !o.ok() && !o.late()).count();
    return all >= MIN_OPERATIONS && refused > DECISIVE_SHARE * all
        ? seen
        : Count.unknown(seen.reason());
  }

  private boolean hold(Hold hold, Status back) throws InterruptedException {
    Optional<Supplier<Count>> condition =
        question.condition().isEmpty() ? Optional.empty() : Optional.of(stack.startCondition());
    for (List<Age> each :
        question.directions(nodes.values().stream().distinct().sorted().toList())) {
      work(hold.name(), each);
    }
    condition.ifPresent(end -> seen.put(once(hold.name(), question.condition()), end.get()));
    Map<String, Set<Long>> wrong = form.receipts() ? read(hold.name()) : Map.of();
    Map<String, Status> gone = new TreeMap<>(Map.of(hold.steppedNode(), back));
    for (String node : nodes.keySet()) {
      gone.put(node, stack.ended(node));
    }
    gone.values().removeIf(end -> !end.gone());
    nodes.keySet().removeAll(gone.keySet());
    boolean isWhole = gone.isEmpty();
    undecided.putAll(gone);
    undecided.values().removeIf(Status::decided);
    if (undecided.isEmpty()) {
      receipts.report(wrong);
    } else if (form.receipts()) {
      // Its records may be there and out of reach
      undecided.forEach((node, end) -> unread(hold.name(), node + ": " + end.why().strip()));
    }
    seen.put(once(hold.name(), CountKey.MEMBERS), members(gone));
    onHold.accept(hold.name());
    return isWhole;
  }

  /** One that has ended decides, whatever another does. */
  private Count members(Map<String, Status> gone) {
    int all = nodes.size() + gone.size();
    if (gone.isEmpty()) {
      return new Count(State.ABSENT, Count.OK, all + " of " + all, 0, all);
    }
    List<String> why = new ArrayList<>();
    List<String> code = new ArrayList<>();
    gone.forEach((node, end) -> why.add(node + ": " + end.why().strip()));
    gone.values().removeIf(end -> !end.decided());
    gone.forEach((node, end) -> code.add(node + ": " + end.cause()));
    return gone.isEmpty()
        ? Count.unknown(String.join("; ", why))
        : new Count(
            State.PRESENT, String.join("; ", code), String.join("; ", why), why.size(), all);
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
        List<String> candidates = nodes.keySet().stream().filter(n -> nodes.get(n) == age).toList();
        chosen.put(each.getKey(), candidates.get(place == 0 ? 0 : candidates.size() - 1));
      }
      place++;
    }
    List<String> words = new ArrayList<>(List.of("work", addressOption(), "seq=" + id));
    chosen.forEach((name, node) -> words.add(name + "=" + node));
    id += IDS_OF_A_DIRECTION;
    Optional<Count> doubt;
    List<Line> operations = List.of();
    try {
      Transcript done = Transcript.of(stack.ask(program, words), form.counts());
      operations = done.operations();
      operations.forEach(receipts::add);
      Map<String, String> expected = new TreeMap<>(chosen);
      expected.keySet().retainAll(form.proven());
      doubt = done.unproven(expected, List.copyOf(nodes.keySet())).map(Count::notExercised);
    } catch (StackException e) {
      doubt = Optional.of(Count.unknown("the work failed: " + e.getMessage()));
    }
    for (String measure : form.counts()) {
      List<Line> ofMeasure = operations.stream().filter(o -> o.op().equals(measure)).toList();
      seen.put(new CountKey(hold, direction, measure), doubt.orElseGet(() -> count(ofMeasure)));
    }
  }

  private String addressOption() {
    return "up=" + String.join(",", nodes.keySet());
  }

  /**
   * Any refusal shows a fault. A time limit alone does not, because a slow machine exceeds it too:
   * then every operation must have exceeded it, and more than one.
   */
  static Count count(List<Line> operations) {
    long ok = operations.stream().filter(Line::ok).count();
    int all = operations.size();
    if (all == 0) {
      return Count.notExercised("no operation was tried");
    }
    String words = ok + " of " + all;
    if (ok == all) {
      return new Count(State.ABSENT, Count.OK, words, 0, all);
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
        ? new Count(State.PRESENT, String.join("+", codes.keySet()), words, all - ok, all)
        : Count.unknown(words);
  }

  /** What is missing is read again: an acknowledgement may come before the last mark is written. */
  private Map<String, Set<Long>> read(String hold) throws InterruptedException {
    try {
      Map<String, Set<Long>> wrong = receipts.check(all());
      for (int i = 1; i < READS && !wrong.get(Receipts.LOST).isEmpty(); i++) {
        stack.pause();
        wrong = receipts.check(all());
      }
      wrong.forEach((measure, ids) -> seen.put(once(hold, measure), receipts.count(measure, ids)));
      return wrong;
    } catch (StackException e) {
      unread(hold, "reading failed: " + e.getMessage());
      return Map.of();
    }
  }

  private void unread(String hold, String why) {
    Receipts.MEASURES.forEach(measure -> seen.put(once(hold, measure), Count.unknown(why)));
  }

  private static CountKey once(String hold, String measure) {
    return new CountKey(hold, List.of(), measure);
  }

  private List<Map<String, List<Long>>> all() throws InterruptedException {
    List<Map<String, List<Long>>> reads =
        Transcript.lines(stack.ask(Age.OLD, List.of("read", addressOption()))).stream()
            .flatMap(line -> Optional.ofNullable(line.read()).stream())
            .toList();
    if (reads.isEmpty()) {
      throw new StackException("it printed nothing that it read");
    }
    return reads;
  }
}
