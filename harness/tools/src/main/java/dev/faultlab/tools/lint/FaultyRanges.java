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
    boolean shown = false;
    for (JsonNode row : Json.MAPPER.readTree(committed.toFile())) {
      if (row.path("lab").asText().equals(lab.name()) && row.path("foretold").asBoolean()) {
        shown = true;
        opposite(row, "before", false).ifPresent(problems::add);
        opposite(row, "broken", true).ifPresent(problems::add);
        for (JsonNode change : row.at("/to/changes")) {
          if (change.path("change").asText().equals(Change.APPEARED.name())) {
            problems.addAll(
                unexpected(change.path("variant").asText(), change.path("signature").asText()));
          }
        }
      }
    }
    return shown
        ? List.copyOf(problems)
        : List.of(
            "no run in %s shows it; run harness/scripts/check-contribution LAB"
                .formatted(committed.getFileName()));
  }

  private Optional<String> opposite(JsonNode row, String side, boolean expected) {
    Map<String, String> libraries = Libraries.axes(List.of(lab), images);
    Map<String, String> versions = new LinkedHashMap<>();
    for (String pair : row.path(side).asText().split(",")) {
      String[] named = pair.split("=");
      versions.put(libraries.getOrDefault(named[0], named[0]), named[1]);
    }
    Optional<Boolean> faulty = isFaulty(versions);
    return Optional.of(
            row.path(side).asText()
                + " is "
                + words(faulty)
                + ", but foretold.json shows the opposite")
        .filter(wrong -> !faulty.equals(Optional.of(expected)));
  }

  private static String words(Optional<Boolean> faulty) {
    return faulty.map(in -> in ? "in the range" : "outside the range").orElse("unknown");
  }

  /** Whether the versions that are named are faulty; a line of releases by its newest. */
  private Optional<Boolean> isFaulty(Map<String, String> versions) {
    return VersionRange.allOf(
        versions.entrySet().stream()
            .map(
                e ->
                    Optional.ofNullable(lab.faulty().get(e.getKey()))
                        .flatMap(f -> f.has(e.getValue()).or(() -> f.newest(e.getValue()))))
            .toList());
  }

  /** Versions, at which either of the two changes its answer or the lab runs, with two answers. */
  private List<String> unexpected(String variant, String signature) {
    Optional<Variant> showing = lab.variant(variant).filter(v -> v.expect().containsKey(signature));
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
    for (Map<String, String> versions : Exposure.combinations(choices)) {
      versions.forEach((axis, version) -> at.put(axis, Value.of(version)));
      Point point = new Point(variant, new LinkedHashMap<>(at));
      List<Expectation> cases = expected.possible(point, Map.of());
      Optional<Boolean> has = isFaulty(versions);
      boolean runs =
          at.entrySet().stream().allMatch(e -> isRun(showing.get(), e.getKey(), e.getValue()));
      if (runs
          && cases.size() == 1
          && !has.equals(Optional.of(cases.get(0).presence() == Presence.PRESENT))) {
        String but = "%s is %s, but %s expects %s %s there";
        problems.add(but.formatted(point.settings(), words(has), variant, signature, cases.get(0)));
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

  private boolean isRun(Variant variant, String axis, Value value) {
    return variant.allows(axis, value)
        && Components.refusal(lab.parameters().get(axis), value).isEmpty();
  }
}
