package dev.faultlab.lab;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The cures of a lab: {@code cures.yaml} beside its declaration.
 *
 * @param all in the order of the file
 */
public record Cures(Lab lab, List<Cure> all) {
  /** The file's name in a lab's folder. */
  public static final String FILE = "cures.yaml";

  /**
   * Reads the cures of a lab; empty if it has no such file.
   *
   * @throws LabException with file and line for each thing that is wrong
   */
  public static Cures of(Lab lab) {
    Path file = lab.folder().resolve(FILE);
    List<Cure> cures = new ArrayList<>();
    if (Files.isRegularFile(file)) {
      YamlTree.checked(file, "/schema/cures.schema.json")
          .json()
          .properties()
          .forEach(
              field -> {
                ObjectNode node = (ObjectNode) field.getValue();
                cures.add(LabMapper.bound(node.put("id", field.getKey()), Cure.class));
              });
    }
    Cures read = new Cures(lab, List.copyOf(cures));
    List<String> problems = read.problems();
    if (!problems.isEmpty()) {
      throw new LabException(
          problems.stream().map(p -> file + ": " + p).collect(Collectors.joining("\n")));
    }
    return read;
  }

  /** The faulty set-ups: variants to which any cure can be applied. */
  public List<Variant> faulty() {
    return lab.variants().stream()
        .filter(variant -> Texts.parameters(lab, variant).contains(Cure.AXIS))
        .filter(v -> v.blocks().stream().noneMatch(b -> b.at().containsKey(Cure.AXIS)))
        .toList();
  }

  /** The set-ups that a cure is applied to, including variants that have only this cure. */
  public List<Variant> testedVariants(Cure cure) {
    return lab.variants().stream()
        .filter(variant -> Texts.parameters(lab, variant).contains(Cure.AXIS))
        .filter(variant -> variant.allows(Cure.AXIS, Value.of(cure.id())))
        .filter(
            variant ->
                faulty().contains(variant)
                    || variant.blocks().stream()
                        .anyMatch(
                            b ->
                                b.at()
                                    .getOrDefault(Cure.AXIS, List.of())
                                    .contains(Value.of(cure.id()))))
        .toList();
  }

  /** The signatures that judge a cure: the faults that it is meant for. */
  public Set<String> faults(Cure cure) {
    Set<String> faults = new LinkedHashSet<>();
    testedVariants(cure).forEach(variant -> faults.addAll(variant.expect().keySet()));
    return faults;
  }

  private List<String> problems() {
    Optional<Parameter> axis =
        lab.axes().stream().filter(a -> a.name().equals(Cure.AXIS)).findAny();
    if (axis.isEmpty()) {
      return all.isEmpty()
          ? List.of()
          : List.of("lab.yaml has no axis '" + Cure.AXIS + "' whose values these are");
    }
    List<String> problems = new ArrayList<>();
    Set<String> declared =
        axis.get().limits().choices().stream()
            .map(Value::toString)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (!declared.remove(Cure.NONE)
        || !axis.get().defaults().equals(List.of(Value.of(Cure.NONE)))
        || !axis.get().quick().equals(List.of(Value.of(Cure.NONE)))) {
      problems.add("lab.yaml: 'none' must be the default of axis 'cure', and one of its choices");
    }
    Set<String> told = all.stream().map(Cure::id).collect(Collectors.toSet());
    declared.stream()
        .filter(id -> !told.contains(id))
        .forEach(id -> problems.add("has no entry for cure '" + id + "', which lab.yaml has"));
    Set<String> metrics = lab.metrics().stream().map(Metric::id).collect(Collectors.toSet());
    for (Cure cure : all) {
      if (!declared.contains(cure.id())) {
        problems.add("'" + cure.id() + "' is not a choice of axis 'cure' in lab.yaml");
      } else if (faults(cure).isEmpty()) {
        problems.add("'" + cure.id() + "' is not used by a variant that has an expectation for it");
      }
      cure.price().stream()
          .filter(metric -> !metrics.contains(metric))
          .forEach(
              name -> problems.add("'" + cure.id() + "': the lab has no metric '" + name + "'"));
    }
    for (Variant variant : faulty()) {
      if (!variant.expect().isEmpty()
          && expectations(variant, Cure.NONE).stream()
              .noneMatch(e -> e.presence() == Expectation.Presence.PRESENT)) {
        problems.add(
            "lab.yaml: variant '%s' has cures, but expects no fault without a cure"
                .formatted(variant.id()));
      }
    }
    return problems;
  }

  private static List<Expectation> expectations(Variant variant, String cure) {
    Point point = new Point(variant.id(), Map.of(Cure.AXIS, Value.of(cure)));
    return variant.expect().values().stream()
        .flatMap(expected -> expected.possible(point, Map.of()).stream())
        .toList();
  }
}
