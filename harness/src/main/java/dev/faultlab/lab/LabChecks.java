package dev.faultlab.lab;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Cross-references inside a declaration, which a JSON Schema cannot express. */
final class LabChecks {
  /** Placeholders that the harness fills for every trial. */
  static final Set<String> BUILT_IN = Set.of("net", "trial", "quick");

  private final Lab lab;
  private final List<String> problems = new ArrayList<>();

  LabChecks(Lab lab) {
    this.lab = lab;
  }

  List<String> problems() {
    Set<String> ids = new HashSet<>();
    for (Variant variant : lab.variants()) {
      if (!ids.add(variant.id())) {
        problems.add("two variants are called '" + variant.id() + "'");
      }
      check(variant);
    }
    lab.ready().ifPresent(r -> known("ready", r, lab.procedures().keySet()));
    Set<String> metrics = new HashSet<>(lab.metrics().stream().map(Metric::id).toList());
    for (EffectSpec effect : lab.effects()) {
      known("effect: metric", effect.metric(), metrics);
      known("effect: fault", effect.fault(), ids);
      effect.controls().forEach(c -> known("effect: control", c, ids));
    }
    for (Parameter parameter : lab.parameters().values()) {
      defaults(parameter, parameter.defaults());
      defaults(parameter, parameter.quick());
    }
    return problems;
  }

  private void check(Variant variant) {
    String where = "variant '" + variant.id() + "'";
    known(where + ": procedure", variant.procedure(), lab.procedures().keySet());
    variant.matrix().forEach(p -> known(where + ": matrix", p, lab.parameters().keySet()));
    variant
        .onlyAt()
        .keySet()
        .forEach(p -> known(where + ": only-at", p, Set.copyOf(variant.matrix())));
    variant.expect().keySet().forEach(s -> known(where + ": expect", s, lab.signatures().keySet()));
    if (variant.capture() && lab.capture().isEmpty()) {
      problems.add(where + " captures packets, but the lab declares no capture");
    }
    Set<String> names = new LinkedHashSet<>(BUILT_IN);
    names.addAll(lab.parameters().keySet());
    names.addAll(variant.with().keySet());
    List<String> texts = new ArrayList<>(variant.with().values());
    texts.addAll(variant.stack().values());
    texts.addAll(lab.stack().values());
    texts.addAll(lab.images().values());
    lab.procedures()
        .getOrDefault(variant.procedure(), List.of())
        .forEach(s -> texts.addAll(texts(s)));
    for (String text : texts) {
      for (String name : Template.names(text)) {
        if (!names.contains(name)) {
          problems.add(where + ": '" + text + "' uses {" + name + "}; known: " + names);
        }
      }
    }
  }

  private static List<String> texts(Step step) {
    if (step instanceof Step.K6 k6) {
      return List.copyOf(k6.env().values());
    }
    return ((Step.Run) step).command();
  }

  private void defaults(Parameter parameter, List<String> values) {
    try {
      if (!values.isEmpty()) {
        parameter.parse(String.join(",", values));
      }
    } catch (Parameter.BadParameter e) {
      problems.add("parameter '" + parameter.name() + "': " + e.getMessage());
    }
  }

  private void known(String what, String name, Set<String> known) {
    if (!known.contains(name)) {
      problems.add(
          what + " '" + name + "' is not declared; known: " + new java.util.TreeSet<>(known));
    }
  }
}
