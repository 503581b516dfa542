package dev.faultlab.upgrade;

import dev.faultlab.command.Percent;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Setting;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads the question of an upgrade, and finds the labs that can answer it. */
public record UpgradeQuestion(LabReader reader, PlannedRuns runs) {
  private static final Function<Parameter, Value> LOWEST =
      axis -> axis.limits().minimum().orElse(Value.of(0));

  /**
   * The labs of a question: the named ones, or all that have every component and run with each of
   * its versions.
   *
   * @throws BadQuestion when a named lab does not exist, lacks a component or does not run with a
   *     version, or no lab has and runs with all
   */
  public List<Lab> labs(Upgrade upgrade, List<String> named) {
    List<Lab> asked = selectedLabs(reader, named);
    List<Lab> withComponents =
        asked.stream().filter(lab -> Components.lacking(lab, upgrade).isEmpty()).toList();
    if (withComponents.isEmpty()) {
      throw new BadQuestion(
          "no lab has all of %s; there are %s"
              .formatted(
                  String.join(", ", upgrade.components()),
                  Components.allNames(selectedLabs(reader, List.of()))));
    }
    List<Lab> accepting =
        withComponents.stream().filter(lab -> Components.refusal(lab, upgrade).isEmpty()).toList();
    List<Lab> required = accepting.isEmpty() ? withComponents : List.of();
    for (Lab lab : named.isEmpty() ? required : asked) {
      if (!withComponents.contains(lab)) {
        throw new BadQuestion(
            "lab %s has no %s to change; what it has is %s"
                .formatted(
                    lab.name(),
                    String.join(", ", Components.lacking(lab, upgrade)),
                    Components.of(lab).keySet()));
      }
      Optional<String> refused = Components.refusal(lab, upgrade);
      if (refused.isPresent()) {
        throw new BadQuestion("lab " + lab.name() + ": " + refused.get());
      }
    }
    return accepting.stream().map(lab -> Setting.axes(lab, upgrade.components())).toList();
  }

  /** The faults that any lab knows of one of the components. */
  public List<KnownFault> knownFaults(Upgrade upgrade) {
    return KnownFault.ofLabs(
        selectedLabs(reader, List.of()).stream()
            .filter(lab -> upgrade.components().stream().anyMatch(Components.of(lab)::containsKey))
            .toList());
  }

  /**
   * The variants of a question.
   *
   * @throws BadQuestion when none of the labs has one of them
   */
  public static Set<String> variants(List<String> named, List<Lab> labs) {
    Set<String> known = new LinkedHashSet<>();
    labs.forEach(lab -> lab.variants().forEach(variant -> known.add(variant.id())));
    for (String id : named) {
      if (!known.contains(id)) {
        throw new BadQuestion(
            "no variant '" + id + "' in " + labs.stream().map(Lab::name).toList() + ": " + known);
      }
    }
    return Set.copyOf(named);
  }

  /** The labs that are left out, with the reason. */
  public List<LeftOut> leftOut(List<Lab> chosen, Upgrade upgrade) {
    List<LeftOut> out = new ArrayList<>();
    for (Lab lab : selectedLabs(reader, List.of())) {
      if (chosen.stream().noneMatch(c -> c.name().equals(lab.name()))) {
        List<String> lacking = Components.lacking(lab, upgrade);
        out.add(
            new LeftOut(
                lab.name(),
                "",
                lacking.isEmpty()
                    ? Components.refusal(lab, upgrade).orElse("not among --labs")
                    : "no " + String.join(", ", lacking) + " in it to change"));
      }
    }
    return out;
  }

  /**
   * The question, with exact versions.
   *
   * @throws BadQuestion when a component is unknown, the sides name different ones, or nothing
   *     changes
   * @throws BadQuestion when a version is not valid
   */
  public Upgrade ask(UpgradeFile upgradeFile) {
    double worse = Percent.share(Percent.OPTION, upgradeFile.worseThan().orElse(Percent.DEFAULT));
    List<Lab> labs = selectedLabs(reader, upgradeFile.labs());
    Map<String, Value> old = versions("--from", upgradeFile.from().orElse(""), labs);
    List<Map<String, Value>> after = new ArrayList<>();
    for (String text : upgradeFile.to()) {
      Map<String, Value> candidate = versions("--to", text, labs);
      if (!candidate.keySet().equals(old.keySet())) {
        throw new BadQuestion(
            "--from names %s and --to %s; both sides name the same components"
                .formatted(String.join(", ", old.keySet()), String.join(", ", candidate.keySet())));
      }
      if (candidate.equals(old)) {
        throw new BadQuestion("--from and --to are both " + Upgrade.words(candidate));
      }
      if (after.contains(candidate)) {
        throw new BadQuestion("--to " + Upgrade.words(candidate) + " is given twice");
      }
      after.add(candidate);
    }
    return new Upgrade(old, after, upgradeFile.form(), worse, upgradeFile.accepted());
  }

  private Map<String, Value> versions(String option, String text, List<Lab> labs) {
    Selector typed;
    try {
      typed = Selector.parse(text);
    } catch (IllegalArgumentException e) {
      throw new BadQuestion(option + " " + e.getMessage());
    }
    if (typed.at().size() != text.split(",", -1).length) {
      throw new BadQuestion(option + " " + text + ": a component is given twice");
    }
    Map<String, Value> versions = new LinkedHashMap<>();
    for (Map.Entry<String, Value> entry : typed.at().entrySet()) {
      String component = Libraries.axis(entry.getKey(), labs, runs);
      List<Parameter> axes = Components.axes(component, labs);
      if (axes.isEmpty()) {
        boolean inOthers = !Components.axes(component, selectedLabs(reader, List.of())).isEmpty();
        String labNames = String.join(", ", labs.stream().map(Lab::name).toList());
        String what =
            inOthers
                ? "no axis '" + component + "' in lab " + labNames
                : "there is no component or setting '" + component + "'";
        throw new BadQuestion(option + ": " + what + Components.hint(component, labs));
      }
      // Labs with another bound are left out; a version below all of them is refused.
      Parameter axis =
          axes.stream()
              .filter(each -> Components.refusal(each, entry.getValue()).isEmpty())
              .findFirst()
              .orElseGet(() -> Collections.min(axes, Comparator.comparing(LOWEST)));
      axis.allowed(List.of(entry.getValue()));
      versions.put(component, runs.images().exact(axis, entry.getValue()));
    }
    return versions;
  }

  /**
   * The named labs, or all.
   *
   * @throws BadQuestion when one does not exist
   */
  public static List<Lab> selectedLabs(LabReader reader, List<String> named) {
    for (String lab : named) {
      if (!reader.names().contains(lab)) {
        throw new BadQuestion(LabReader.unknown(lab, reader.names()));
      }
    }
    return (named.isEmpty() ? reader.names() : named)
        .stream().distinct().map(reader::read).toList();
  }
}
