package dev.faultlab.roll;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.faultlab.files.Json;
import dev.faultlab.roll.RollStack.ProgramFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the program of a system printed while it worked: who leads, as each node says, twice before
 * the operations and twice after them; and each operation with its answer.
 */
record Transcript(List<Line> before, List<Line> operations, List<Line> after) {
  private static final int LOOKS = 2;

  /**
   * One line.
   *
   * @param look node to direction to the node that it names
   * @param op kind of an operation
   * @param code of the protocol
   * @param late whether it was given up after a limit of the client
   * @param undone whether it was taken back, so that it must not be there
   * @param lane where its order counts
   * @param ids of what it wrote
   * @param read lane to all ids that are there
   */
  record Line(
      Map<String, Map<String, String>> look,
      String op,
      String code,
      boolean ok,
      boolean late,
      boolean undone,
      String lane,
      List<Long> ids,
      Map<String, List<Long>> read) {}

  static Transcript of(List<String> printed) {
    Transcript all = new Transcript(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Line line : lines(printed)) {
      if (line.op != null) {
        all.operations.add(line);
      } else {
        (all.operations.isEmpty() ? all.before : all.after).add(line);
      }
    }
    return all;
  }

  static List<Line> lines(List<String> printed) {
    List<Line> lines = new ArrayList<>();
    for (String text : printed) {
      try {
        lines.add(Json.MAPPER.readValue(text, Line.class));
      } catch (JsonProcessingException e) {
        throw new ProgramFailed("it printed '" + text + "': " + Json.why(e));
      }
    }
    return lines;
  }

  /**
   * Why the direction is not proven: each node must have named the same nodes each time. A node
   * that has just started may answer from an old image.
   *
   * @param wanted direction to node
   */
  Optional<String> unproven(Map<String, String> wanted, List<String> nodes) {
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    if (before.size() < LOOKS || after.size() < LOOKS) {
      return Optional.of("the nodes were not asked twice before the work and twice after it");
    }
    for (List<Line> looks : List.of(before, after)) {
      for (Line line : looks) {
        for (String node : nodes) {
          Map<String, String> said = line.look.getOrDefault(node, Map.of());
          for (Map.Entry<String, String> each : wanted.entrySet()) {
            String named = said.getOrDefault(each.getKey(), "");
            if (!named.equals(each.getValue())) {
              return Optional.of(
                  "%s says %s the work that the %s is %s, not %s"
                      .formatted(
                          node,
                          looks == before ? "before" : "after",
                          each.getKey(),
                          named.isEmpty() ? "unknown" : named,
                          each.getValue()));
            }
          }
        }
      }
    }
    return Optional.empty();
  }
}
