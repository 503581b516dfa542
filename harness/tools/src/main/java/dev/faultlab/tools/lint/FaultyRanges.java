package dev.faultlab.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.compare.Change;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Condition;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Faulty;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.run.ImageSource;
import dev.faultlab.upgrade.Components;
import dev.faultlab.upgrade.Exposure;
import dev.faultlab.upgrade.Libraries;
import dev.faultlab.version.VersionRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds the versions that a lab calls faulty against what a committed run found, and against what
 * the lab expects of the variant that showed the fault there.
 *
 * @param images names the library of an axis
 */
record FaultyRanges(Lab lab, ImageSource images) {
  /**
   * What is wrong with the ranges of the lab.
   *
   * @param committed foretold.json: a version without the incident and one with it, as runs showed
   */
  List<String> problems(Path committed) throws IOException {
    if (lab.faulty().isEmpty()) {
      return List.of();
    }
    Set<String> problems = new LinkedHashSet<>();
    int rows = 0;
    for (JsonNode row : Json.MAPPER.readTree(committed.toFile())) {
      if (row.path("lab").asText().equals(lab.name()) && row.path("foretold").asBoolean()) {
        rows++;
        for (String side : List.of("before", "broken")) {
          Optional<Boolean> has = has(row.path(side).asText());
          if (!has.equals(Optional.of(side.equals("broken")))) {
            problems.add(
                "%s is %s, but %s shows the opposite"
                    .formatted(row.path(side).asText(), words(has), committed.getFileName()));
          }
        }
        for (JsonNode change : row.at("/to/changes")) {
          if (change.path("change").asText().equals(Change.APPEARED.name())) {
            problems.addAll(
                unexpected(change.path("variant").asText(), change.path("signature").asText()));
          }
        }
      }
    }
    if (rows == 0) {
      problems.add("no run in " + committed.getFileName() + " shows it; see make foretold");
    }
    return List.copyOf(problems);
  }

  private static String words(Optional<Boolean> has) {
    return has.map(in -> in ? "in the range" : "outside the range").orElse("unknown");
  }

  private Optional<Boolean> has(String side) {
    Map<String, String> libraries = Libraries.axes(List.of(lab), images);
    return has(
        Stream.of(side.split(","))
            .map(pair -> pair.split("="))
            .collect(Collectors.toMap(p -> libraries.getOrDefault(p[0], p[0]), p -> p[1])));
  }

  /** Whether the versions that are named are faulty; a line of releases by its newest. */
  private Optional<Boolean> has(Map<String, String> versions) {
    return VersionRange.all(
        versions.entrySet().stream()
            .map(
                e ->
                    Optional.ofNullable(lab.faulty().get(e.getKey()))
                        .flatMap(f -> f.has(e.getValue()).or(() -> f.newest(e.getValue()))))
            .toList());
  }

  /** Versions, at which either of the two changes its answer or the lab runs, with two answers. */
  private List<String> unexpected(String variant, String signature) {
    Optional<Variant> showing =
        lab.variant(variant).filter(one -> one.expect().containsKey(signature));
    if (showing.isEmpty()) {
      return List.of(
          "foretold.json names %s of variant %s, which the lab does not have; make foretold"
              .formatted(signature, variant));
    }
    Expected expected = showing.get().expect().get(signature);
    Map<String, List<String>> choices = new LinkedHashMap<>();
    lab.faulty().forEach((axis, faulty) -> choices.put(axis, versions(axis, faulty, expected)));
    Map<String, Value> at = new LinkedHashMap<>();
    lab.axes().forEach(axis -> at.put(axis.name(), axis.defaults().get(0)));
    List<String> problems = new ArrayList<>();
    for (Map<String, String> versions : Exposure.combined(choices)) {
      versions.forEach((axis, version) -> at.put(axis, Value.of(version)));
      Point point = new Point(variant, new LinkedHashMap<>(at));
      List<Expectation> is = expected.possible(point, Map.of());
      Optional<Boolean> has = has(versions);
      if (is.size() == 1
          && at.entrySet().stream().allMatch(e -> runs(showing.get(), e.getKey(), e.getValue()))
          && !has.equals(Optional.of(is.get(0).presence() == Presence.PRESENT))) {
        problems.add(
            "%s is %s, but %s expects %s %s there"
                .formatted(point.settings(), words(has), variant, signature, is.get(0)));
      }
    }
    return problems;
  }

  private static List<String> versions(String axis, Faulty faulty, Expected expected) {
    Stream<String> conditions =
        expected.cases().stream()
            .flatMap(one -> one.when().stream())
            .filter(condition -> condition.axis().equals(axis))
            .flatMap(Condition::changes)
            .map(Value::toString);
    Stream<String> bounds =
        Stream.concat(Stream.of(faulty.range()), faulty.later().stream().limit(1))
            .flatMap(range -> range.bounds().stream())
            .map(faulty::value);
    return Stream.concat(bounds, Stream.concat(conditions, faulty.named().keySet().stream()))
        .distinct()
        .toList();
  }

  private boolean runs(Variant variant, String axis, Value value) {
    return variant.allows(axis, value)
        && Components.refused(lab.parameters().get(axis), value).isEmpty();
  }
}
