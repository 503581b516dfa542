package dev.faultlab.lab;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.point.Point;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One reproducible incident: the folder {@code labs/<name>/}.
 *
 * @param name of the folder and of the compose profile
 * @param title one line for tables
 * @param folder where the declaration was read from
 * @param parameters that can be set for a run, axes included, in the order of declaration
 * @param settings of components that can be varied like versions, by name
 * @param variants in the order in which tables show them
 * @param stack the images and services of its stacks
 * @param steps the procedures in its stacks
 * @param readings what is read from the evidence
 */
public record Lab(
    String name,
    String title,
    Path folder,
    Map<String, Parameter> parameters,
    Map<String, Setting> settings,
    List<Variant> variants,
    StackParts stack,
    Steps steps,
    Readings readings) {

  /** Entry among a run's parameters if a point has no more trials once it shows each fault. */
  public static final String UNTIL_DECIDED = "until-decided";

  /** Entry of a result's provenance: why the fault of the lab shows in each trial or in none. */
  public static final String DETERMINISTIC = "deterministic";

  /** The parameter of every lab for the number of trials per point. */
  public static final String TRIALS = "trials";

  /**
   * What stacks consist of.
   *
   * @param images compose variable to its requirement, as in {@code JRE_IMAGE: jre:JDK={jdk}}
   * @param variables compose variables that every variant shares
   * @param memory service to its limit in MiB: a number, or a placeholder plus a number; empty if
   *     the lab declares none
   * @param onDemand services that only some trials need
   * @param compose the compose file that the declaration implies; empty if the lab has its own
   */
  public record StackParts(
      Map<String, Requirement> images,
      @JsonProperty("stack") Map<String, String> variables,
      Map<String, String> memory,
      Map<String, OnDemandService> onDemand,
      Optional<String> compose) {}

  /**
   * The procedures in a stack.
   *
   * @param procedures named step lists that variants refer to
   * @param ready name of the step list that waits until a started stack is ready
   * @param capture how packets are captured during a trial; empty if no signature needs packets
   * @param ran how running components are asked for their versions
   */
  public record Steps(
      Map<String, Procedure> procedures,
      Optional<String> ready,
      Optional<CaptureSpec> capture,
      List<VersionQuery> ran) {}

  /**
   * What is read from the evidence.
   *
   * @param signatures id to its entry: kind and title if given, and the inputs
   * @param metrics read from each trial for effects
   * @param effects sides whose metrics are compared
   * @param calibrations conditions that are measured once per stack before the first trial
   * @param provenance conditions in a result, as pointers into the trials' evidence
   * @param faulty axis to the versions with the incident; of several axes, both at once
   * @param deterministic why the fault shows in each trial or in none; empty if it may show in some
   */
  public record Readings(
      Map<String, Map<String, String>> signatures,
      List<Metric> metrics,
      List<EffectSpec> effects,
      List<Calibration> calibrations,
      Map<String, String> provenance,
      Map<String, Faulty> faulty,
      Optional<String> deterministic) {}

  public Map<String, Procedure> procedures() {
    return steps.procedures();
  }

  public Optional<CaptureSpec> capture() {
    return steps.capture();
  }

  public Map<String, Map<String, String>> signatures() {
    return readings.signatures();
  }

  public Map<String, Faulty> faulty() {
    return readings.faulty();
  }

  public List<Metric> metrics() {
    return readings.metrics();
  }

  public List<EffectSpec> effects() {
    return readings.effects();
  }

  Lab with(Map<String, Parameter> otherParameters, List<Variant> otherVariants) {
    return new Lab(
        name, title, folder, otherParameters, settings, otherVariants, stack, steps, readings);
  }

  /** The same stack with these variants, without what only a comparison needs. */
  public Lab withoutComparisons(List<Variant> otherVariants) {
    Readings kept =
        new Readings(
            signatures(),
            List.of(),
            List.of(),
            List.of(),
            readings.provenance(),
            Map.of(),
            readings.deterministic());
    return new Lab(name, title, folder, parameters, Map.of(), otherVariants, stack, steps, kept);
  }

  /**
   * Trials per point in the short form of a run that decides a person's next step: at least two, so
   * that differences between trials show.
   */
  public int deciding() {
    return Math.max(2, Integer.parseInt(parameters.get(TRIALS).quick().get(0).toString()));
  }

  /**
   * Whether a point has the lab's own settings of components; the lab expects nothing of other
   * settings.
   */
  public boolean hasOwnSettings(Point point) {
    return settings.values().stream()
        .allMatch(s -> point.on(s.name()).map(s.defaultValue()::equals).orElse(true));
  }

  /** The procedures that run on every stack, regardless of its trials. */
  public List<Step> onEveryStack() {
    Stream<Step> first =
        steps.ready().map(procedures()::get).stream().flatMap(p -> p.steps().stream());
    Stream<Step> queries =
        Stream.concat(
            steps.ran().stream().map(VersionQuery::step),
            readings.calibrations().stream().flatMap(c -> c.procedure().stream()));
    return Stream.concat(first, queries).toList();
  }

  /** The variant with that id. */
  public Optional<Variant> variant(String id) {
    return variants.stream().filter(v -> v.id().equals(id)).findFirst();
  }

  /** The parameters over which variants are repeated, in the order of declaration. */
  public List<Parameter> axes() {
    return parameters.values().stream().filter(Parameter::isAxis).toList();
  }
}
