package dev.faultlab.upgrade;

import dev.faultlab.compare.BadQuestion;
import dev.faultlab.lab.Lab;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A component as one lab has it.
 *
 * @param name as {@code --from} takes it
 * @param versions the range that the lab runs, as in "from 8 on"
 * @param faults that the lab knows of it
 */
public record KnownComponent(String name, String versions, List<KnownFault> faults) {

  /**
   * The components of these labs, by name and then by lab.
   *
   * @param only the name of one; empty for all versions, without settings
   * @throws BadQuestion when no lab has it
   */
  public static List<KnownComponent> in(List<Lab> labs, String only) {
    List<KnownComponent> components = new ArrayList<>();
    for (Lab lab : labs) {
      List<KnownFault> faults = KnownFault.in(List.of(lab));
      Components.in(lab)
          .forEach(
              (name, axis) -> {
                if (only.isEmpty() ? !name.contains(":") : name.equals(only)) {
                  String versions = axis.range().orElse("any");
                  components.add(new KnownComponent(name, versions, faults));
                }
              });
    }
    if (components.isEmpty()) {
      throw new BadQuestion("there is no component '" + only + "'" + Components.hint(only, labs));
    }
    components.sort(Comparator.comparing(KnownComponent::name));
    return components;
  }
}
