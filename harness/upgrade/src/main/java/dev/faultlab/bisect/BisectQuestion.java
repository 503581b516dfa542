package dev.faultlab.bisect;

import dev.faultlab.command.PlannedRuns;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Value;
import dev.faultlab.text.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the question of a bisection.
 *
 * @param program commit of the program that asks
 * @param notes version to the address of its release notes, where known
 */
record BisectQuestion(PlannedRuns runs, Lab lab, String program, Map<Value, String> notes) {

  /**
   * About a lab.
   *
   * @throws BadQuestion when there is no such lab
   */
  static BisectQuestion of(LabReader labs, PlannedRuns runs, String lab, String program) {
    require("lab", lab, labs.names());
    return new BisectQuestion(runs, labs.read(lab), program, new LinkedHashMap<>());
  }

  /**
   * The question, with the versions between both ends.
   *
   * @param versions in their order; empty for every available release
   * @throws BadQuestion when a name is unknown, or the ends are in the wrong order
   */
  Bisection ask(
      String signature,
      String axis,
      Optional<String> variant,
      String from,
      String to,
      List<String> versions,
      boolean findFix,
      Optional<Integer> trials) {
    require("signature", signature, lab.signatures().keySet());
    require("axis", axis, lab.axes().stream().map(Parameter::name).toList());
    if (trials.filter(n -> n < 1).isPresent()) {
      throw new BadQuestion("--trials: expected at least 1");
    }
    String variantId = variant(signature, axis, variant);
    Parameter parameter = lab.parameters().get(axis);
    List<Value> values =
        versions.isEmpty()
            ? published(parameter)
            : parameter.allowed(Value.list(String.join(",", versions)));
    int first = place("--from", parameter, from, values);
    int last = place("--to", parameter, to, values);
    if (first >= last) {
      throw new BadQuestion(
          "--from %s does not come before --to %s; the order is %s".formatted(from, to, values));
    }
    Value defaultValue = lab.parameters().get(Lab.TRIALS).quick().get(0);
    return new Bisection(
        lab.name(),
        variantId,
        signature,
        axis,
        List.copyOf(values.subList(first, last + 1)),
        findFix,
        trials.orElseGet(() -> Integer.parseInt(defaultValue.toString())),
        program);
  }

  private String variant(String signature, String axis, Optional<String> named) {
    List<String> withSignature =
        lab.variants().stream()
            .filter(variant -> variant.expect().containsKey(signature))
            .map(Variant::id)
            .toList();
    if (named.isPresent()) {
      require("variant to search with " + signature, named.get(), withSignature);
    }
    return named
        .or(() -> Probing.candidates(lab, signature, axis).stream().map(Variant::id).findFirst())
        .orElseThrow(
            () ->
                new BadQuestion(
                    "lab %s has no variant that makes %s depend on %s; name one with --variant: %s"
                        .formatted(lab.name(), signature, axis, String.join(", ", withSignature))));
  }

  private List<Value> published(Parameter axis) {
    if (axis.binding().isEmpty()) {
      return axis.defaults();
    }
    List<Value> values = new ArrayList<>();
    for (Release release : runs.images().releases(axis.binding().get().requirement())) {
      Value version = Value.of(release.version());
      values.add(version);
      release.notes().ifPresent(address -> notes.put(version, address));
    }
    return values;
  }

  private int place(String option, Parameter axis, String typed, List<Value> values) {
    Value asked = Value.list(typed).get(0);
    int place = values.indexOf(axis.allowed(List.of(runs.images().exact(axis, asked))).get(0));
    if (place < 0) {
      throw new BadQuestion(
          "%s %s: not among the available versions of %s, which are %s"
              .formatted(option, typed, axis.name(), values));
    }
    return place;
  }

  private static void require(String what, String name, Collection<String> known) {
    if (!known.contains(name)) {
      throw new BadQuestion("no %s '%s'%s".formatted(what, name, Suggestion.hint(name, known)));
    }
  }
}
