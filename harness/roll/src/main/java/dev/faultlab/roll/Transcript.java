package dev.faultlab.roll;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.files.Json;
import dev.faultlab.stack.StackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the program of a system printed while it worked: who leads, as each node says, twice before
 * the operations and twice after them; and each operation with its answer.
 */
record Transcript(List<Line> before, List<Line> operations, List<Line> after) {
  private static final int MIN_LOOKS = 2;

  /** A line has only its own parts, and none of them holds null. */
  private static final ObjectMapper LINES =
      Json.MAPPER.copy().setDefaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL));

  /**
   * One line.
   *
   * @param look node to direction to the node that it names
   * @param op kind of an operation
   * @param code of the protocol
   * @param late whether it was given up after a limit of the client or the server
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
      Map<String, List<Long>> read) {

    private boolean isComplete() {
      return Stream.of(look, op, read).filter(Objects::nonNull).count() == 1
          && (op == null) == (code == null)
          && (ids == null) == (lane == null);
    }
  }

  /**
   * Reads what a work printed.
   *
   * @param counts the kinds of operations that it may have
   */
  static Transcript of(List<String> printed, List<String> counts) {
    Transcript all = new Transcript(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Line line : lines(printed)) {
      if (line.look != null) {
        (all.operations.isEmpty() ? all.before : all.after).add(line);
      } else if (line.op != null && counts.contains(line.op)) {
        all.operations.add(line);
      } else {
        throw new StackException("it printed " + line + ", expected looks and " + counts);
      }
    }
    return all;
  }

  static List<Line> lines(List<String> printed) {
    return printed.stream().map(Transcript::line).toList();
  }

  private static Line line(String text) {
    String why = "expected a look, an operation with its code, or a read";
    try {
      Line line = LINES.readValue(text, Line.class);
      if (line != null && line.isComplete()) {
        return line;
      }
    } catch (JsonProcessingException e) {
      why = Json.why(e);
    }
    throw new StackException("it printed '" + text + "': " + why);
  }

  /**
   * Why the direction is not proven: each node must have named the same nodes each time. A node
   * that has just started may answer from an old image.
   *
   * @param expected direction to node
   */
  Optional<String> unproven(Map<String, String> expected, List<String> nodes) {
    if (!expected.isEmpty() && (before.size() < MIN_LOOKS || after.size() < MIN_LOOKS)) {
      return Optional.of("the nodes were not asked twice before the work and twice after it");
    }
    for (Line line : Stream.concat(before.stream(), after.stream()).toList()) {
      String when = before.contains(line) ? "before" : "after";
      for (String node : nodes) {
        Map<String, String> namedNodes = line.look.getOrDefault(node, Map.of());
        for (Map.Entry<String, String> each : expected.entrySet()) {
          String named = namedNodes.getOrDefault(each.getKey(), "");
          if (!named.equals(each.getValue())) {
            String who = named.isEmpty() ? "unknown" : named;
            return Optional.of(
                "%s says %s the work that the %s is %s, not %s"
                    .formatted(node, when, each.getKey(), who, each.getValue()));
          }
        }
      }
    }
    return Optional.empty();
  }
}
