package dev.faultlab.cli;

import dev.faultlab.bisect.Bisection;
import dev.faultlab.bisect.Probing;
import dev.faultlab.image.Release;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Value;
import dev.faultlab.run.Provenance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the question of a bisection off the command line. */
final class BisectQuestion {
  private final Toolbox tools;
  private final PlannedRuns runs;
  private final Lab lab;
  private final Map<Value, String> notes = new LinkedHashMap<>();

  /**
   * @throws BadQuestion when there is no such lab
   */
  BisectQuestion(Toolbox tools, PlannedRuns runs, String lab) {
    require("lab", lab, tools.labs().names());
    this.tools = tools;
    this.runs = runs;
    this.lab = tools.labs().read(lab);
  }

  Lab lab() {
    return lab;
  }

  /** Version to the address of its release notes, where that is known. */
  Map<Value, String> notes() {
    return notes;
  }

  /**
   * What is asked, with the versions between both ends.
   *
   * @param versions in their order; empty for every release that can be had
   * @throws BadQuestion when something is not known, or the ends are the wrong way round
   */
  Bisection ask(
      String signature,
      String axis,
      Optional<String> variant,
      String from,
      String to,
      List<String> versions,
      boolean findFix,
      Optional<Integer> trials)
      throws InterruptedException {
    require("signature", signature, lab.signatures().keySet());
    require("axis", axis, lab.axes().stream().map(Parameter::name).toList());
    if (trials.filter(n -> n < 1).isPresent()) {
      throw new BadQuestion("--trials: expected at least 1");
    }
    String watched = variant(signature, axis, variant);
    Parameter parameter = lab.parameters().get(axis);
    List<Value> all =
        versions.isEmpty()
            ? published(parameter)
            : parameter.allowed(Value.list(String.join(",", versions)));
    int first = place("--from", parameter, from, all);
    int last = place("--to", parameter, to, all);
    if (first >= last) {
      throw new BadQuestion(
          "--from %s does not come before --to %s; the order is %s".formatted(from, to, all));
    }
    Value usual = lab.parameters().get(Lab.TRIALS).quick().get(0);
    return new Bisection(
        lab.name(),
        watched,
        signature,
        axis,
        List.copyOf(all.subList(first, last + 1)),
        findFix,
        trials.orElseGet(() -> Integer.parseInt(usual.toString())),
        Provenance.commit(tools.workspace().root()));
  }

  private String variant(String signature, String axis, Optional<String> named) {
    List<String> having =
        lab.variants().stream()
            .filter(variant -> variant.expect().containsKey(signature))
            .map(Variant::id)
            .toList();
    if (named.isPresent()) {
      require("variant that looks for " + signature, named.get(), having);
      return named.get();
    }
    return Probing.candidates(lab, signature, axis).stream()
        .map(Variant::id)
        .findFirst()
        .orElseThrow(
            () ->
                new BadQuestion(
                    "lab %s says of no variant that %s depends on %s; name one with --variant: %s"
                        .formatted(lab.name(), signature, axis, String.join(", ", having))));
  }

  private List<Value> published(Parameter axis) {
    if (axis.binding().isEmpty()) {
      return axis.defaults();
    }
    List<Value> all = new ArrayList<>();
    for (Release release : runs.releases(axis.binding().get().requirement())) {
      Value version = Value.of(release.version());
      all.add(version);
      release.notes().ifPresent(address -> notes.put(version, address));
    }
    return all;
  }

  private int place(String option, Parameter axis, String typed, List<Value> all) {
    Value asked = Value.list(typed).get(0);
    int place = all.indexOf(axis.allowed(List.of(runs.exact(axis, asked))).get(0));
    if (place < 0) {
      throw new BadQuestion(
          "%s %s: not among the versions of %s that can be had, which are %s"
              .formatted(option, typed, axis.name(), all));
    }
    return place;
  }

  private static void require(String what, String name, Collection<String> known) {
    if (!known.contains(name)) {
      throw new BadQuestion(
          "no %s '%s'; there are: %s".formatted(what, name, String.join(", ", known)));
    }
  }
}
