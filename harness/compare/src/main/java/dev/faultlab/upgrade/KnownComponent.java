package dev.faultlab.upgrade;

import dev.faultlab.compare.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A component as one lab has it.
 *
 * @param name as {@code --from} takes it
 * @param versions the range that the lab runs, as in "from 8 on"
 * @param faults that the lab knows of it
 */
public record KnownComponent(String name, Lab lab, String versions, List<KnownFault> faults) {

  /**
   * The components of these labs, by name and then by lab.
   *
   * @param only the name of one; empty for all versions, without settings
   * @throws BadQuestion when no lab has it
   */
  public static List<KnownComponent> in(List<Lab> labs, String only) {
    Map<String, List<KnownComponent>> components = new TreeMap<>();
    for (Lab lab : labs) {
      Components.in(lab)
          .forEach(
              (name, axis) -> {
                if (only.isEmpty() ? !name.contains(":") : name.equals(only)) {
                  components
                      .computeIfAbsent(name, n -> new ArrayList<>())
                      .add(
                          new KnownComponent(
                              name, lab, versions(axis), KnownFault.in(List.of(lab))));
                }
              });
    }
    if (components.isEmpty()) {
      throw new BadQuestion(
          "there is no component '%s'; there are %s".formatted(only, Components.known(labs)));
    }
    return components.values().stream().flatMap(List::stream).toList();
  }

  private static String versions(Parameter axis) {
    return axis.range().orElse("any");
  }
}
