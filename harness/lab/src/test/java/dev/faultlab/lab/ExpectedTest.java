package dev.faultlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.plan.PointExpectation;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expectations with conditions on several axes, on what ran, and on facts. */
class ExpectedTest {
  private static final String LAB =
      """
      lab: demo
      title: A fault that needs a kernel and a JDK
      parameters:
        kernel: {axis: true, default: ["debian:bookworm", "debian:sid"]}
        jdk: {axis: true, default: [17, 21]}
      services:
        jvm: {x-faultlab: {kernel: "{kernel}", role: "jre:JDK={jdk}", version: [java, -version]}}
      ran:
        - {axis: kernel, fact: lists-memory, run: [grep, -q, "^memory", /proc/cgroups], in: jvm}
      procedures:
        ask: [{run: [sh, /lab/ask], in: jvm, stdout: said.json}]
      signatures:
        too-many: {kind: counted-excess, value: "said.json#/value", limit: "said.json#/limit"}
      variants:
        - each:
            limited: {expect: {too-many: EXPECTED}}
            ignored: {expect: {too-many: present}}
      """;

  private static final String BOTH =
      "[{when: {lists-memory: no, jdk: \"<21.0.10\"}, is: present}, {else: {absent: within}}]";

  @TempDir Path labs;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // Every condition must hold of what ran.
        "BOTH | 17 | lists-memory=no, jdk=openjdk version \"17.0.9\" 2023-10-17 | PRESENT",
        "BOTH | 17 | lists-memory=yes, jdk=openjdk version \"17.0.9\" 2023-10-17 | ABSENT",
        "BOTH | 21 | lists-memory=no, jdk=openjdk version \"21.0.4\" 2024-07-16 | PRESENT",
        "BOTH | 21 | lists-memory=no, jdk=openjdk version \"21.0.11\" 2026-04-21 | ABSENT",
        "BOTH | 25 | lists-memory=no, jdk=openjdk version \"25\" 2025-09-16 | ABSENT",
        "BOTH | image:old | lists-memory=no, jdk=openjdk version \"21.0.8\" | PRESENT",
        "BOTH | image:old | lists-memory=no, jdk=openjdk version \"1.8.0_412\" | PRESENT",
        // Before it is known both are possible, whatever the kernel lists.
        "BOTH | 17 | - | -",
        "BOTH | 25 | - | ABSENT",
        // A name that is no version is never compared as one.
        "{kernel: {\">=6.12\": present, else: absent}} | 21 | - | -",
        "{kernel: {\">=6.12\": present, else: absent}} | 21 | kernel=6.1.0-42-amd64 | ABSENT",
        "{kernel: {\">=6.12\": present, else: absent}} | 21 | kernel=6.12.57+deb13-amd64 | PRESENT",
        "{kernel: {\">=6.1 <6.12\": present, else: absent}} | 21 | kernel=6.1.0-42-amd64 | PRESENT",
        "{kernel: {\">=6.1 <6.12\": present, else: absent}} | 21 | kernel=6.12.57+deb13-amd64 | ABSENT",
        "{kernel: {\">=6.1 <6.12\": present, else: absent}} | 21 | kernel=5.10.0-8-amd64 | ABSENT",
        // An axis may have several values.
        "[{when: {kernel: \"debian:bookworm\", jdk: [17, 25]}, is: present}, {else: absent}] | 25 | - | PRESENT",
        "[{when: {kernel: \"debian:bookworm\", jdk: [17, 25]}, is: present}, {else: absent}] | 21 | - | ABSENT",
      })
  void aPointIsExpectedToBe(String declared, String jdk, String expected, Presence presence)
      throws IOException {
    Map<String, String> ran =
        Stream.ofNullable(expected)
            .flatMap(all -> Stream.of(all.split(", ")))
            .map(one -> one.split("=", 2))
            .collect(Collectors.toMap(sides -> sides[0], sides -> sides[1]));
    assertThat(limited(declared.replace("BOTH", BOTH)).expectationAt(point(jdk), ran))
        .map(Expectation::presence)
        .isEqualTo(Optional.ofNullable(presence));
  }

  @Test
  void beforeItIsKnownBothArePossible() throws IOException {
    assertThat(limited(BOTH).possible(point(17), Map.of()))
        .extracting(Object::toString)
        .containsExactly("present", "absent (within)");
    assertThat(limited(BOTH).axes()).containsExactly("kernel", "jdk");
  }

  @Test
  void aPlanWithholdsNoVerdictForWhatOnlyARunCanTell() throws IOException {
    Plan plan = new Planner(read(BOTH)).plan(Choices.typed(Map.of(), List.of(), RunForm.FULL));

    assertThat(plan.oneSided()).isEmpty();
    assertThat(PointExpectation.of(plan.cell(new Point("limited", point(17).at()))))
        .extracting(PointExpectation::presence)
        .containsExactly(Presence.PRESENT, Presence.ABSENT);
  }

  @Test
  void whatNothingAnswersIsRefused() {
    assertThatThrownBy(() -> read("[{when: {cpus: 2}, is: present}, {else: absent}]"))
        .hasMessageContaining("'cpus' is neither an axis nor a fact")
        .hasMessageContaining("known: jdk, kernel, lists-memory");
    assertThatThrownBy(() -> read("[{when: {jdk: '<=17'}, is: present}, {else: absent}]"))
        .hasMessageContaining("found '<=17', expected a value, '>=18', '<21' or '>=18 <21'");
    assertThatThrownBy(() -> read("[{when: {jdk: [8, '>=17']}, is: present}, {else: absent}]"))
        .hasMessageContaining("found a range in the list [8,\">=17\"], expected values");
    assertThatThrownBy(() -> read("[{when: {jdk: 17}, is: present}]"))
        .hasMessageContaining("lab.yaml:16:");
    assertThatThrownBy(() -> read("[{else: absent}, {when: {jdk: 17}, is: present, to: 1}]"))
        .hasMessageContaining("lab.yaml:16:");
  }

  @Test
  void aRangeOfAnAxisThatNothingAsksIsRefused() {
    String silent =
        LAB.replace("EXPECTED", "{jdk: {\">=21\": present, else: absent}}")
            .replace(", version: [java, -version]", "");
    assertThatThrownBy(() -> readText(silent))
        .hasMessageContaining("'jdk >=21' compares versions")
        .hasMessageContaining("add ran: [{axis: jdk,");
  }

  private static Point point(Object jdk) {
    return new Point(
        "limited", Map.of("kernel", Value.of("debian:bookworm"), "jdk", Value.of(jdk.toString())));
  }

  private Expected limited(String expected) throws IOException {
    return read(expected).variant("limited").orElseThrow().expect().get("too-many");
  }

  private Lab read(String expected) throws IOException {
    return readText(LAB.replace("EXPECTED", expected));
  }

  private Lab readText(String yaml) throws IOException {
    Path folder = Files.createDirectories(labs.resolve("demo"));
    Files.writeString(folder.resolve("lab.yaml"), yaml);
    return new LabReader(List.of(labs)).read("demo");
  }
}
