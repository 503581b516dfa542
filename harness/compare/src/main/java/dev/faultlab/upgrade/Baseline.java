package dev.faultlab.upgrade;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.lab.Declaration;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.verdict.Control;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The team's side of an upgrade, kept in a file and held against candidates later. Signatures only:
 * what takes no turns with a candidate says nothing of how fast either is.
 *
 * @param schema version of the format
 * @param savedAt ISO-8601 instant
 * @param program commit of what ran
 * @param machine of which class; see {@link #machine}
 * @param from component to version
 * @param form that was run
 * @param labs what each showed
 */
public record Baseline(
    int schema,
    String savedAt,
    String program,
    Map<String, String> machine,
    Map<String, Value> from,
    @JsonProperty("quick") RunForm form,
    List<Kept> labs) {

  public static final int SCHEMA = 1;

  /**
   * One lab.
   *
   * @param lab name
   * @param declaration digest of its folder
   * @param run id
   * @param places what was measured
   */
  public record Kept(String lab, String declaration, String run, List<Place> places)
      implements TeamSide {

    @Override
    public ObservedSignature side(Point point, String signature) {
      return place(point)
          .map(place -> place.sides().get(signature))
          .orElseGet(() -> ObservedSignature.of(point, List.of(), Optional.empty()));
    }

    @Override
    public boolean carriedOut(Point point) {
      return place(point).map(Place::carriedOut).orElse(false);
    }

    @Override
    public Optional<String> obstacle(Point point) {
      return place(point).flatMap(Place::obstacle);
    }

    @Override
    public Optional<StackResult> stack(Point point) {
      return place(point).flatMap(Place::stack);
    }

    @Override
    public List<Control> controls(Lab lab) {
      return places.stream().flatMap(place -> place.controls(lab)).toList();
    }

    private Optional<Place> place(Point point) {
      return places.stream().filter(place -> place.point().equals(point)).findFirst();
    }
  }

  /**
   * One point.
   *
   * @param sides signature to what it saw
   * @param carriedOut whether every trial could be
   * @param obstacle what leaves it open
   * @param stack what it ran on
   */
  public record Place(
      Point point,
      Map<String, ObservedSignature> sides,
      boolean carriedOut,
      Optional<String> obstacle,
      Optional<StackResult> stack) {

    private Stream<Control> controls(Lab lab) {
      Variant variant = lab.variant(point.variant()).orElseThrow();
      return sides.entrySet().stream()
          .map(side -> side.getValue().control(side.getKey(), variant.expect().get(side.getKey())));
    }
  }

  /** What a run says of the team's side. */
  public static Kept kept(Scope scope, RunResult run) {
    TeamSide before = TeamSide.in(run);
    List<Place> places = new ArrayList<>();
    for (Pairing pairing : scope.pairings()) {
      if (pairing.compares()) {
        Point point = pairing.before().orElseThrow();
        Map<String, ObservedSignature> sides = new LinkedHashMap<>();
        pairing.variant().expect().keySet().forEach(id -> sides.put(id, before.side(point, id)));
        places.add(
            new Place(
                point,
                sides,
                before.carriedOut(point),
                before.obstacle(point),
                before.stack(point)));
      }
    }
    return new Kept(
        scope.lab().name(), Declaration.digest(scope.lab().folder()), run.runId(), places);
  }

  /**
   * The class of a machine: what a signature may depend on, and no more.
   *
   * @param facts kernel, cpu, cores and memory (as /proc/meminfo has it), where they are known
   */
  public static Map<String, String> machine(Map<String, String> facts) {
    Map<String, String> machine = new TreeMap<>(facts);
    machine.keySet().retainAll(List.of("kernel", "cpu", "cores", "memory"));
    machine.computeIfPresent(
        "memory",
        (key, text) -> Math.round(Long.parseLong(text.replaceAll("\\D", "")) / 1048576.0) + " GiB");
    return machine;
  }

  /** What it has of a lab. */
  public Optional<Kept> of(String lab) {
    return labs.stream().filter(kept -> kept.lab().equals(lab)).findFirst();
  }

  /**
   * Why it cannot be compared here and now; empty where it can.
   *
   * @param chosen the labs that are asked for
   */
  public Optional<String> refusal(
      String programNow, Map<String, String> machineNow, RunForm formNow, List<Lab> chosen) {
    for (Lab lab : chosen) {
      Optional<Kept> kept = of(lab.name());
      if (kept.isEmpty()) {
        return Optional.of(
            "it has lab "
                + String.join(", ", labs.stream().map(Kept::lab).toList())
                + " and not "
                + lab.name());
      }
      if (!kept.get().declaration().equals(Declaration.digest(lab.folder()))) {
        return Optional.of("lab " + lab.name() + " has been changed since");
      }
    }
    if (!program.equals(programNow)) {
      return Optional.of("faultlab was at " + program + " and is at " + programNow);
    }
    if (program.contains(" ")) {
      return Optional.of("faultlab is at " + program + ", and nobody knows whether the same");
    }
    if (!machine.equals(machineNow)) {
      return Optional.of("it was made on " + machine + ", and this is " + machineNow);
    }
    return form == formNow
        ? Optional.empty()
        : Optional.of(
            form == RunForm.SHORT
                ? "it has the short form only"
                : "it has the full form; ask with --full");
  }
}
