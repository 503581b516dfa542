package dev.faultlab.roll;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.Progress;
import dev.faultlab.testcontainers.condition.Latency;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is asked.
 *
 * @param versions of the component
 * @param settings environment of an age's nodes and programs; it may lack an age
 * @param nodes how many there are
 * @param grown how many of them join later
 * @param last hold of the way forward, without the one below
 * @param finish whether the features of the new version are raised after it, as one more hold
 * @param back whether the nodes go back at the end, the last one first
 * @param condition of {@link RollCondition} that each hold has; empty for none
 */
record RollQuestion(
    String system,
    RollForm form,
    Map<Age, String> versions,
    Map<Age, Map<String, String>> settings,
    int nodes,
    int grown,
    int last,
    boolean finish,
    boolean back,
    String condition,
    int trials) {

  /** The hold after the features of the new version were raised. */
  static final String FINISHED = "finished";

  /** Starts a guest. */
  static final Requirement.Image VM = Requirement.Image.parse("vm");

  /** To start what a condition needs around the programs. */
  private static final int CONNECT_SECONDS = 12;

  /** Round trips in a second of work under latency: 35 of grpc, 42 of etcd, 19 of Kafka. */
  private static final int TRIPS = 40;

  /** In the order of their steps. */
  List<String> names() {
    return IntStream.rangeClosed(1, nodes).mapToObj(i -> "n" + i).toList();
  }

  /**
   * A mix of versions.
   *
   * @param newNodes how many nodes are new: the first ones
   * @param steppedNode the node whose step leads to it; empty if none does
   */
  record Hold(String name, int newNodes, String steppedNode, boolean back) {}

  /** The holds of a pass in their order. */
  List<Hold> holds() {
    List<Hold> holds = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      holds.add(new Hold(i + "/" + nodes, i, i == 0 ? "" : names().get(i - 1), false));
    }
    if (finish) {
      holds.add(new Hold(FINISHED, last, "", false));
    }
    for (int i = last - 1; back && i >= 0; i--) {
      holds.add(new Hold("back " + i + "/" + nodes, i, names().get(i), true));
    }
    return holds;
  }

  /** The image of an age's nodes. */
  Requirement.Image image(Age age) {
    return form.image(versions.get(age));
  }

  /** All images, and what guests need besides. */
  Set<Requirement> images() {
    Set<Requirement> all = new HashSet<>(List.of(image(Age.OLD), image(Age.NEW)));
    if (form.guests()) {
      versions.values().forEach(kernel -> all.add(new Requirement.Kernel(kernel)));
      all.addAll(
          List.of(VM, new Requirement.KvmDevice(), new Requirement.GuestRoot(image(Age.OLD))));
    }
    form.beside().values().forEach(image -> all.add(Requirement.Image.parse(image)));
    all.addAll(condition.isEmpty() ? Set.of() : Set.of(RollCondition.TOOLS));
    return all;
  }

  /** The directions that nodes of these ages allow: all, in the order of binary numbers. */
  List<List<Age>> directions(List<Age> here) {
    int parts = form.directions().size();
    return IntStream.range(0, here.size() < 2 ? here.size() : 1 << parts)
        .mapToObj(bits -> IntStream.rangeClosed(1, parts).map(part -> bits >> (parts - part) & 1))
        .map(places -> places.mapToObj(here::get).toList())
        .toList();
  }

  /**
   * The controls of a count. What a guest counts belongs to its kernel, so it has the control that
   * runs the same kernel there.
   */
  Set<Pass> controls(CountKey at) {
    int node = names().indexOf(at.measure());
    Stream<Hold> holds = holds().stream().filter(hold -> hold.name().equals(at.hold()));
    return node < 0
        ? EnumSet.of(Pass.OLD_TO_OLD, Pass.NEW_TO_NEW)
        : EnumSet.of(holds.anyMatch(h -> node < h.newNodes()) ? Pass.NEW_TO_NEW : Pass.OLD_TO_OLD);
  }

  /** All that a pass counts if each node comes back. */
  List<CountKey> expected() {
    List<CountKey> all = new ArrayList<>();
    for (Hold hold : holds()) {
      List<Age> directions =
          Stream.of(Age.values())
              .filter(age -> age == Age.OLD ? hold.newNodes() < nodes : hold.newNodes() > 0)
              .toList();
      for (List<Age> each : directions(directions)) {
        form.counts().forEach(count -> all.add(new CountKey(hold.name(), each, count)));
      }
      if (form.keeps() && !hold.steppedNode().isEmpty()) {
        all.add(CountKey.restart(hold));
      }
      if (!condition.isEmpty()) {
        all.add(new CountKey(hold.name(), List.of(), condition));
      }
      form.perHold().forEach(count -> all.add(new CountKey(hold.name(), List.of(), count)));
    }
    return all;
  }

  /** The time of all passes, once the images are there. */
  long seconds() {
    RollForm.Seconds each = form.seconds();
    String firstCount = form.counts().get(0);
    long works = expected().stream().filter(at -> at.measure().equals(firstCount)).count();
    boolean alone = condition.isEmpty();
    long delay =
        !alone && RollCondition.named(condition) instanceof Latency late
            ? late.delay().toMillis()
            : 0;
    long work = each.work() + each.work() * TRIPS * delay / 1000;
    long start = each.start() + (alone ? 0 : CONNECT_SECONDS);
    long pass = start + (holds().size() - 1L) * each.step() + works * work;
    return trials * Pass.values().length * pass;
  }

  String words() {
    String times = (back ? "and back " : "") + (trials == 1 ? "once" : trials + " times");
    String words =
        "Rolls %d nodes of %s from %s to %s up to hold %s %s, each time with two controls: %s once the images are here.";
    String time = Progress.roughly(seconds()) + condition.replaceFirst(".+", ", longer under $0,");
    String upTo = finish ? FINISHED : last + "/" + nodes;
    return words.formatted(nodes, system, side(Age.OLD), side(Age.NEW), upTo, times, time);
  }

  /** What is held, and what is counted there. */
  String plan() {
    String holds = holds().stream().map(Hold::name).collect(joining(", "));
    String by = String.join(" and ", form.directions().keySet());
    String each = by.isEmpty() ? "" : ", " + by + " old and new where both are there";
    String counts = String.join(", ", form.counts());
    return "Holds %s%s. Counts %s, and once %s."
        .formatted(holds, each, counts, String.join(", ", form.perHold()));
  }

  /** Whether a roll with a known answer has these versions, this history and these settings. */
  boolean repeats(RollForm.Known known) {
    Set<String> options = new HashSet<>(grown == 0 ? Set.of() : Set.of("history grown=" + grown));
    settings.forEach(
        (age, set) -> {
          String option = age == Age.OLD ? "from-setting " : "to-setting ";
          set.forEach((name, value) -> options.add(option + name + "=" + value));
        });
    Stream<String> others =
        Stream.of(known.with().split(" ?--")).filter(o -> !o.matches("|back|hold .*"));
    return versions.equals(Map.of(Age.OLD, known.from(), Age.NEW, known.to()))
        && condition.isEmpty()
        && options.equals(others.collect(toSet()));
  }

  /** {@code 3.5.2}, or {@code 3.5.2 with NAME=VALUE}. */
  String side(Age age) {
    Map<String, String> set = settings.getOrDefault(age, Map.of());
    String with = set.isEmpty() ? "" : " with " + set.toString().replaceAll("^.|.$", "");
    return versions.get(age) + with;
  }
}
