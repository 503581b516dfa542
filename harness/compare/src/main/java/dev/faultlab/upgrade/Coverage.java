package dev.faultlab.upgrade;

import dev.faultlab.compare.Change.Bearing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How much of what labs know of the components was looked for. */
final class Coverage {
  private final Set<List<String>> lookedFor = new LinkedHashSet<>();
  private final List<KnownFault> known;

  /**
   * @param known by all labs that have one of the components
   */
  Coverage(List<KnownFault> known, List<LabComparison> labs, int candidate) {
    this.known = known;
    for (LabComparison lab : labs) {
      for (SignatureRow row : lab.rows()) {
        Bearing bearing = row.candidates().get(candidate).bearing();
        if (bearing != Bearing.LEFT_OUT && bearing != Bearing.OPEN) {
          lookedFor.add(List.of(row.lab(), row.signature()));
        }
      }
    }
  }

  /**
   * What a green answer says of the known faults; empty if there are none.
   *
   * @param accepted whether some appeared and are accepted
   */
  String sentence(boolean accepted) {
    if (known.isEmpty()) {
      return "";
    }
    String notAsked = notAsked();
    int number = lookedFor.size();
    String asked = number == 1 ? one(accepted) : several(number, accepted);
    return " "
        + asked
        + (notAsked.isEmpty()
            ? "; all that are known of these components were asked about."
            : "; not asked: " + notAsked + ".");
  }

  /** What another answer says of them; empty if all known faults were looked for. */
  String rest() {
    String notAsked = notAsked();
    return notAsked.isEmpty() ? "" : " Not asked: " + notAsked + ".";
  }

  /** Known faults that were not looked for: each lab with its signatures in parentheses. */
  private String notAsked() {
    Map<String, List<String>> labs = new LinkedHashMap<>();
    known.stream()
        .filter(fault -> !lookedFor.contains(List.of(fault.lab(), fault.signature())))
        .forEach(
            fault ->
                labs.computeIfAbsent(fault.lab(), lab -> new ArrayList<>()).add(fault.signature()));
    return labs.entrySet().stream()
        .map(e -> e.getKey() + " (" + String.join(", ", e.getValue()) + ")")
        .collect(Collectors.joining(", "));
  }

  private static String one(boolean accepted) {
    return "The one known fault that this run looked for "
        + (accepted ? "is accepted" : "did not appear");
  }

  private static String several(int number, boolean accepted) {
    return (accepted ? "Beyond what is accepted, none" : "None")
        + " of the "
        + number
        + " known faults that this run looked for appeared";
  }
}
