package dev.faultlab.lab;

import dev.faultlab.point.Point;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One incident that can be reproduced: the folder {@code labs/<name>/}.
 *
 * @param about what it is called, and where it is
 * @param parameters what can be set for a run, in the order of declaration; axes among them
 * @param settings of components that can be varied like versions, by name
 * @param variants in the order in which tables show them
 * @param stack what its stacks are made of
 * @param steps what is done in its stacks
 * @param readings what is read out of the evidence
 */
public record Lab(
    About about,
    Map<String, Parameter> parameters,
    Map<String, Setting> settings,
    List<Variant> variants,
    StackParts stack,
    Steps steps,
    Readings readings) {

  /** The parameter that every lab has: how many trials of each point. */
  public static final String TRIALS = "trials";

  /** Wall-clock estimates in minutes; shown before a run, never used in a decision. */
  public record Minutes(int full, int quick) {
    public int of(RunForm form) {
      return form == RunForm.SHORT ? quick : full;
    }
  }

  /**
   * What it is called, and where it is.
   *
   * @param name of the folder and of the compose profile
   * @param title one line for tables
   * @param folder where the declaration was read from
   * @param minutes roughly how long the full and the short form take, for the person who starts one
   */
  public record About(String name, String title, Path folder, Minutes minutes) {}

  /**
   * What stacks are made of.
   *
   * @param images compose variable to what fills it, as in {@code JRE_IMAGE: jre:JDK={jdk}}
   * @param variables compose variables that every variant shares
   * @param memory service to the MiB that it takes at the most, a number, or a placeholder and a
   *     number on top of it; empty where the lab does not say
   * @param onDemand services that only some trials need
   */
  public record StackParts(
      Map<String, Requirement> images,
      Map<String, String> variables,
      Map<String, String> memory,
      Map<String, OnDemand> onDemand) {}

  /**
   * What is done in a stack.
   *
   * @param procedures named step lists that variants refer to
   * @param ready name of the step list that ends when a stack that was just started can be used; it
   *     waits for a condition
   * @param capture how packets are captured during a trial; empty where no packet decides anything
   * @param ran how running components are asked for what they are
   */
  public record Steps(
      Map<String, Procedure> procedures,
      Optional<String> ready,
      Optional<CaptureSpec> capture,
      List<VersionQuery> ran) {}

  /**
   * What is read out of the evidence.
   *
   * @param signatures id to its entry: kind and title, each if need be, and the inputs
   * @param metrics what is read out of each trial for effects
   * @param effects sides whose metrics are compared
   * @param calibrations conditions that are measured once per stack before the first trial
   * @param provenance what a result says of its conditions by pointers into the trials' evidence
   */
  public record Readings(
      Map<String, Map<String, String>> signatures,
      List<Metric> metrics,
      List<EffectSpec> effects,
      List<Calibration> calibrations,
      Map<String, String> provenance) {}

  public String name() {
    return about.name();
  }

  public String title() {
    return about.title();
  }

  public Path folder() {
    return about.folder();
  }

  public Minutes minutes() {
    return about.minutes();
  }

  public Map<String, Procedure> procedures() {
    return steps.procedures();
  }

  public Optional<CaptureSpec> capture() {
    return steps.capture();
  }

  public Map<String, Map<String, String>> signatures() {
    return readings.signatures();
  }

  public List<Metric> metrics() {
    return readings.metrics();
  }

  public List<EffectSpec> effects() {
    return readings.effects();
  }

  Lab with(Map<String, Parameter> otherParameters, List<Variant> otherVariants) {
    return new Lab(about, otherParameters, settings, otherVariants, stack, steps, readings);
  }

  /** The same stack with these variants, and nothing that only a comparison needs. */
  public Lab withoutComparisons(List<Variant> otherVariants) {
    Readings kept =
        new Readings(signatures(), List.of(), List.of(), List.of(), readings.provenance());
    return new Lab(about, parameters, Map.of(), otherVariants, stack, steps, kept);
  }

  /**
   * How many trials of each point the short form has where one run decides what people do next: at
   * least two, so that what differs from trial to trial is seen.
   */
  public int deciding() {
    return Math.max(2, Integer.parseInt(parameters.get(TRIALS).quick().get(0).toString()));
  }

  /** Whether a point has the lab's own settings of components; of others it expects nothing. */
  public boolean usual(Point point) {
    return settings.values().stream()
        .allMatch(s -> point.on(s.name()).map(s.usual()::equals).orElse(true));
  }

  /** What is done on every stack, whichever trials it has. */
  public List<Step> onEveryStack() {
    Stream<Step> first =
        steps.ready().map(procedures()::get).stream()
            .flatMap(procedure -> procedure.steps().stream());
    Stream<Step> asked =
        Stream.concat(
            steps.ran().stream().map(VersionQuery::step),
            readings.calibrations().stream()
                .flatMap(calibration -> calibration.procedure().stream()));
    return Stream.concat(first, asked).toList();
  }

  /** The variant with that id. */
  public Optional<Variant> variant(String id) {
    return variants.stream().filter(v -> v.id().equals(id)).findFirst();
  }

  /** The parameters over which variants are repeated, in the order of declaration. */
  public List<Parameter> axes() {
    return parameters.values().stream().filter(Parameter::axis).toList();
  }
}
