package dev.faultlab.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Lab;
import dev.faultlab.version.VersionRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Holds the versions that a lab calls faulty against what a committed run found. */
final class FaultyRanges {
  private FaultyRanges() {}

  /**
   * What is wrong with the ranges of a lab.
   *
   * @param committed foretold.json: a version without the incident and one with it, as runs showed
   */
  static List<String> problems(Lab lab, Path committed) throws IOException {
    List<String> problems = new ArrayList<>();
    if (lab.faulty().isEmpty()) {
      return problems;
    }
    int rows = 0;
    for (JsonNode row : Json.MAPPER.readTree(committed.toFile())) {
      if (row.path("lab").asText().equals(lab.name()) && row.path("foretold").asBoolean()) {
        rows++;
        for (String side : List.of("before", "broken")) {
          Optional<Boolean> has = has(lab, row.path(side).asText());
          if (!has.equals(Optional.of(side.equals("broken")))) {
            problems.add(
                "%s is %s, but %s shows the opposite"
                    .formatted(
                        row.path(side).asText(),
                        has.map(in -> in ? "in the range" : "outside the range").orElse("unknown"),
                        committed.getFileName()));
          }
        }
      }
    }
    if (rows == 0) {
      problems.add("no run in " + committed.getFileName() + " shows it; see make foretold");
    }
    return problems;
  }

  /** A library has another name in its registry than the lab's only axis. */
  private static String axis(Lab lab, String component) {
    return lab.faulty().size() == 1
        ? lab.faulty().keySet().iterator().next()
        : component.replaceFirst(".*:", "");
  }

  private static Optional<Boolean> has(Lab lab, String side) {
    return VersionRange.all(
        Stream.of(side.split(","))
            .map(pair -> pair.split("="))
            .map(
                pair ->
                    Optional.ofNullable(lab.faulty().get(axis(lab, pair[0])))
                        .flatMap(faulty -> faulty.has(pair[1])))
            .toList());
  }
}
