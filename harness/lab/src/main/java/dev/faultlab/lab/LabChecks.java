package dev.faultlab.lab;

import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.text.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Cross-references inside a declaration, which a JSON Schema cannot express. */
final class LabChecks {

  /** Placeholders that the harness fills for every trial. */
  static final Set<String> BUILT_IN = Set.of("trial", "quick");

  private final Lab lab;
  private final Set<String> axes = new LinkedHashSet<>();
  private final Set<String> files = new HashSet<>();
  private final List<String> problems = new ArrayList<>();

  /** Placeholders that were named: most are wrong in every variant. */
  private final Set<String> reported = new HashSet<>();

  private final Places places;

  /** File and line of the part that is being checked. */
  private String line;

  LabChecks(Lab lab, Places places) {
    this.lab = lab;
    this.places = places;
    this.line = places.location(List.of());
    lab.axes().forEach(axis -> axes.add(axis.name()));
    lab.procedures().values().forEach(p -> files.addAll(p.files()));
    lab.capture().ifPresent(c -> files.addAll(c.files()));
  }

  List<String> problems() {
    Set<String> ids = new HashSet<>();
    for (Variant variant : lab.variants()) {
      line = places.variant(variant.id());
      if (!ids.add(variant.id())) {
        add("two variants are called '%s'; rename one of them", variant.id());
      }
      check(variant);
    }
    enter("ready");
    lab.steps().ready().ifPresent(r -> known("ready", r, lab.procedures().keySet()));
    enter("ran");
    List<VersionQuery> ran = lab.steps().ran();
    ran.forEach(q -> known("ran: axis", q.axis(), axes));
    ran.stream()
        .flatMap(question -> question.fact().stream())
        .filter(axes::contains)
        .forEach(fact -> add("ran: the fact '%s' has the name of an axis; rename it", fact));
    for (Metric metric : lab.metrics()) {
      enter("metrics", metric.id());
      file("metric '" + metric.id() + "'", metric.source());
    }
    for (Map.Entry<String, String> entry : lab.readings().provenance().entrySet()) {
      enter("provenance", entry.getKey());
      file("provenance '" + entry.getKey() + "'", entry.getValue());
    }
    enter("calibrations");
    lab.readings().calibrations().forEach(this::check);
    enter("faulty");
    lab.faulty().keySet().forEach(axis -> known("faulty", axis, axes));
    enter("memory");
    lab.stack()
        .memory()
        .forEach((service, size) -> placeholders("memory of " + service, size, numbers()));
    enter("on-demand");
    lab.stack().onDemand().forEach(this::check);
    enter("effects");
    Set<String> metrics = new HashSet<>(lab.metrics().stream().map(Metric::id).toList());
    for (EffectSpec each : lab.effects()) {
      known("effect: metric", each.metric(), metrics);
      selector("effect: fault", each.fault(), ids);
      each.controls().forEach(c -> selector("effect: control", c, ids));
      if (RunForm.SHORT.has(each.minForm())
          && !(measurable(each.fault()) && each.controls().stream().anyMatch(this::measurable))) {
        add(
            "effect: '%s' is marked quick, but the short form lacks one of its sides, or runs a"
                + " side only once; set quick: false",
            each.metric());
      }
    }
    for (Parameter parameter : lab.parameters().values()) {
      enter("parameters", parameter.name());
      values(parameter, parameter.defaults());
      values(parameter, parameter.quick());
    }
    return problems;
  }

  /** Names that are one whole number in every trial: parameters, and values that variants set. */
  private List<String> numbers() {
    Stream<String> parameters =
        lab.parameters().values().stream()
            .filter(p -> p.isInteger() && p.use() != Parameter.Use.LIST)
            .map(Parameter::name);
    return Stream.concat(parameters, setByAll("\\d+").stream()).toList();
  }

  /** Names that every variant sets, to a text of this form. */
  private Set<String> setByAll(String form) {
    Set<String> names = new LinkedHashSet<>();
    lab.variants().forEach(variant -> names.addAll(variant.trial().with().keySet()));
    for (Variant variant : lab.variants()) {
      Map<String, String> with = variant.trial().with();
      names.removeIf(name -> !with.containsKey(name) || !with.get(name).matches(form));
    }
    return names;
  }

  private void check(Variant variant) {
    String where = "variant '" + variant.id() + "'";
    known(where + ": do", variant.trial().procedure(), lab.procedures().keySet());
    for (PointSet block : variant.blocks()) {
      block.at().keySet().forEach(axis -> known(where + ": at", axis, axes));
      lab.axes().forEach(axis -> values(axis, block.at().getOrDefault(axis.name(), List.of())));
    }
    variant.only().keySet().forEach(axis -> known(where + ": only", axis, axes));
    for (String name : variant.trial().with().keySet()) {
      if (axes.contains(name)) {
        add("%s: '%s' is an axis: use 'at' or 'only' instead of 'with'", where, name);
      }
    }
    variant.expect().keySet().forEach(s -> known(where + ": expect", s, lab.signatures().keySet()));
    for (Expected expected : variant.expect().values()) {
      expected.cases().forEach(one -> one.when().forEach(condition -> check(where, condition)));
    }
    Set<String> names = new LinkedHashSet<>(BUILT_IN);
    names.addAll(lab.parameters().keySet());
    names.addAll(variant.trial().with().keySet());
    Texts.of(lab, variant).forEach(text -> placeholders(where, text, names));
  }

  private void check(String where, Condition condition) {
    if (condition.fact().isPresent()) {
      return;
    }
    String axis = condition.axis();
    if (!axes.contains(axis)) {
      Set<String> known = new TreeSet<>(axes);
      lab.steps().ran().forEach(question -> question.fact().ifPresent(known::add));
      String hint = Suggestion.hint(axis, known);
      add("%s: expect: '%s' is neither an axis nor a fact%s", where, axis, hint);
    } else if (condition.values().isRange()
        && lab.parameters().get(axis).isOpen()
        && lab.steps().ran().stream().noneMatch(q -> q.name().equals(axis))) {
      add(
          "%s: expect: '%s %s' compares versions, but a value of %2$s may be a name, and nothing asks"
              + " what ran; add ran: [{axis: %2$s, run: [COMMAND], in: SERVICE}], or name values",
          where, axis, condition.values());
    }
  }

  private void check(String service, OnDemandService needs) {
    enter("on-demand", service);
    String where = "on-demand: '" + service + "'";
    needs.at().keySet().forEach(axis -> known(where + ": at", axis, axes));
    for (Requirement image : needs.images().values()) {
      if (!Template.names(image.toString()).isEmpty()) {
        add(
            "%s: '%s' has a placeholder, and points that differ in it share a stack; say so under"
                + " 'images'",
            where, image);
      }
    }
    if (lab.capture().filter(c -> c.service().equals(service)).isPresent()
        || lab.onEveryStack().stream().anyMatch(step -> OnDemandService.uses(step, service))) {
      add(
          "%s is needed on every stack: by the capture, ready, ran or a calibration; take it out of"
              + " on-demand",
          where);
    }
  }

  /**
   * It runs with the settings of any variant on the stack, so it may use only what all of them
   * have.
   */
  private void check(Calibration calibration) {
    String where = "calibration '" + calibration.id() + "'";
    if (lab.capture().isEmpty()) {
      add(
          "%s is read from packets, and the lab declares no capture; add capture: {in: SERVICE,"
              + " filter: port 53, file: dns.pcap}",
          where);
    }
    Set<String> names = new LinkedHashSet<>(lab.parameters().keySet());
    names.addAll(setByAll("(?s).*"));
    List<String> texts = new ArrayList<>(calibration.values());
    calibration.procedure().forEach(step -> texts.addAll(Texts.of(step)));
    texts.forEach(text -> placeholders(where, text, names));
  }

  private void placeholders(String where, String text, Collection<String> names) {
    for (String name : Template.names(text)) {
      if (!names.contains(name)
          && !BUILT_IN.contains(name)
          && Template.service(name).isEmpty()
          && reported.add(where.split("'")[0] + text + name)) {
        String hint = Suggestion.hint(name, new TreeSet<>(names));
        problems.add(
            "%s: %s: '%s' uses {%s}, which has no value%s"
                .formatted(places.mention("{" + name + "}").orElse(line), where, text, name, hint));
      }
    }
  }

  private void selector(String what, Selector selector, Set<String> variants) {
    selector.variant().ifPresent(v -> known(what, v, variants));
    selector.axes().forEach(axis -> known(what + ": axis", axis, axes));
  }

  /** Whether the short form includes points of it and can have several trials of each. */
  private boolean measurable(Selector selector) {
    return lab.variants().stream()
        .filter(v -> selector.variant().map(v.id()::equals).orElse(true))
        .anyMatch(v -> v.isShort() && !v.trial().once());
  }

  private void file(String what, String pointer) {
    known(what + ": file", pointer.substring(0, pointer.indexOf('#')), files);
  }

  private void values(Parameter parameter, List<Value> values) {
    String name = parameter.name();
    try {
      values.forEach(value -> parameter.allowed(List.of(value)));
    } catch (BadQuestion e) {
      add("parameter '%s': %s", name, e.getMessage());
    }
    if (parameter.use() == Parameter.Use.ONE && values.size() > 1) {
      add("parameter '%s' has several values; add list: true or axis: true", name);
    }
  }

  private void add(String what, Object... parts) {
    problems.add(line + ": " + what.formatted(parts));
  }

  private void enter(Object... path) {
    line = places.location(List.of(path));
  }

  private void known(String what, String name, Set<String> known) {
    if (!known.contains(name)) {
      add("%s '%s' is not declared%s", what, name, Suggestion.hint(name, new TreeSet<>(known)));
    }
  }
}
