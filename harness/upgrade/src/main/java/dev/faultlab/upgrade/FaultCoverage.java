package dev.faultlab.upgrade;

import dev.faultlab.compare.Change.Bearing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much of what labs know of the components was looked for.
 *
 * @param lookedForCount number of faults that were looked for, with or without an answer
 * @param notLookedFor the other known faults: each lab with its signatures in parentheses
 * @param anyKnown whether any fault is known
 */
record FaultCoverage(int lookedForCount, String notLookedFor, boolean anyKnown) {

  /**
   * The coverage of a comparison at one candidate.
   *
   * @param known by all labs that have one of the components
   */
  static FaultCoverage of(List<KnownFault> known, List<LabComparison> labs, int candidate) {
    Set<List<String>> lookedFor =
        labs.stream()
            .flatMap(lab -> lab.rows().stream())
            .filter(row -> row.candidates().get(candidate).bearing() != Bearing.LEFT_OUT)
            .map(row -> List.of(row.lab(), row.signature()))
            .collect(Collectors.toSet());
    Map<String, List<String>> others = new LinkedHashMap<>();
    known.stream()
        .filter(fault -> !lookedFor.contains(List.of(fault.lab(), fault.signature())))
        .forEach(
            fault ->
                others.computeIfAbsent(fault.lab(), l -> new ArrayList<>()).add(fault.signature()));
    return new FaultCoverage(
        lookedFor.size(),
        others.entrySet().stream()
            .map(e -> e.getKey() + " (" + String.join(", ", e.getValue()) + ")")
            .collect(Collectors.joining(", ")),
        !known.isEmpty());
  }

  /**
   * What a green answer says of the known faults; empty if there are none.
   *
   * @param accepted whether some appeared and are accepted
   */
  String sentence(boolean accepted) {
    if (!anyKnown) {
      return "";
    }
    String accept = accepted ? " Beyond what is accepted, none" : " None";
    String asked =
        lookedForCount == 1
            ? " The one known fault that this run looked for "
                + (accepted ? "is accepted" : "did not appear")
            : "%s of the %d known faults that this run looked for appeared"
                .formatted(accept, lookedForCount);
    return asked
        + (notLookedFor.isEmpty()
            ? "; all that are known of these components were asked about."
            : "; not asked: " + notLookedFor + ".");
  }

  /** What another answer says of them; empty if all known faults were looked for. */
  String rest() {
    return notLookedFor.isEmpty() ? "" : " Not asked: " + notLookedFor + ".";
  }
}
