package dev.faultlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabReaderTest {
  private static final String GOOD =
      """
      lab: demo
      title: A lab for the tests of its reader
      trials: {default: 5, quick: 2}
      parameters:
        jdk: {help: JDK releases, axis: true, default: [17, 21], quick: 17}
      images: {JRE_IMAGE: "jre:JDK={jdk}"}
      procedures:
        open:
          - {run: [open], in: app}
        ask:
          - do: open
          - run: [echo, "{word}"]
            in: app
            stdout: said.txt
      signatures:
        serialised-lookups: {capture: dns.pcap}
      variants:
        - do: ask
          with: {word: hello}
          each:
            faulty:
              title: the faulty one
              expect: {serialised-lookups: present}
            healthy:
              title: the healthy one
              expect: &healthy {serialised-lookups: {absent: cached}}
            sound: {expect: *healthy}
      """;

  @TempDir Path labs;

  @Test
  void readsEverythingThatIsDeclared() throws IOException {
    Lab lab = read(GOOD);

    assertThat(lab.variants())
        .extracting(Variant::id)
        .containsExactly("faulty", "healthy", "sound");
    assertThat(lab.procedures().get("ask").steps())
        .as("with the steps of a called one")
        .extracting(step -> ((Step.Program) step).command())
        .containsExactly(List.of("open"), List.of("echo", "{word}"));
    assertThat(expects(lab, "sound", 17)).as("by its alias").isEqualTo(expects(lab, "healthy", 17));
    assertThat(lab.parameters().get("jdk").quick()).containsExactly(new Value.Int(17));
    assertThat(lab.parameters().get("jdk").binding())
        .contains(new Binding("JRE_IMAGE", Requirement.parse("jre:JDK={jdk}")));
    assertThat(lab.parameters().get("trials").defaults()).containsExactly(new Value.Int(5));
    assertThat(expects(lab, "healthy", 17))
        .isEqualTo(new Expectation(Presence.ABSENT, Optional.of("cached")));
    assertThat(lab.variant("healthy").orElseThrow().trial().with()).containsEntry("word", "hello");
  }

  @Test
  void memoryMayBeWhatAVariantSetsIfItIsANumberInAll() throws IOException {
    String sized =
        GOOD.replace("word: hello", "word: hello, size: 300") + "memory: {app: \"{size}\"}\n";

    assertThat(read(sized).stack().memory()).containsEntry("app", "{size}");
    assertThatThrownBy(() -> read(sized.replace("{size}", "{word}")))
        .hasMessageContaining("memory of app: '{word}' uses {word}");
    assertThatThrownBy(
            () ->
                read(
                    sized.replace(
                        "title: the healthy one",
                        "title: the healthy one\n        with: {size: much}")))
        .hasMessageContaining("memory of app: '{size}' uses {size}");
  }

  @Test
  void aServiceOnDemandIsNoneThatEveryStackNeeds() throws IOException {
    String spare = GOOD + "on-demand: {spare: {images: {SPARE_IMAGE: spare}, at: {jdk: [17]}}}\n";

    assertThat(read(spare).stack().onDemand()).containsOnlyKeys("spare");
    assertThatThrownBy(() -> read(spare.replace("{jdk: [17]}", "{cpu: [17]}")))
        .hasMessageContaining("on-demand: 'spare': at 'cpu' is not declared");
    assertThatThrownBy(
            () -> read(spare.replace("SPARE_IMAGE: spare", "SPARE_IMAGE: \"x:A={jdk}\"")))
        .hasMessageContaining("on-demand: 'spare': 'x:A={jdk}' has a placeholder");
    String ready = GOOD + "ready: ask\n";
    assertThat(read(ready).stack().onDemand()).isEmpty();
    assertThatThrownBy(() -> read(ready + "on-demand: {app: {}}\n"))
        .hasMessageContaining("on-demand: 'app' is needed on every stack");
  }

  @Test
  void anExpectationMayDependOnTheValueOfAnAxis() throws IOException {
    Lab lab =
        read(
            GOOD.replace(
                    "{serialised-lookups: present}",
                    "{serialised-lookups: {jdk: {8: present, \">=17\": {present: late}, else: absent}}}")
                + "ran: [{axis: jdk, run: [java, -version], in: app}]\n");

    assertThat(expects(lab, "faulty", 8))
        .isEqualTo(new Expectation(Presence.PRESENT, Optional.empty()));
    assertThat(expects(lab, "faulty", 21))
        .isEqualTo(new Expectation(Presence.PRESENT, Optional.of("late")));
    assertThat(expects(lab, "faulty", 11))
        .isEqualTo(new Expectation(Presence.ABSENT, Optional.empty()));
  }

  private static Expectation expects(Lab lab, String variant, long jdk) {
    Point point = new Point(variant, Map.of("jdk", new Value.Int(jdk)));
    return lab.variant(variant)
        .orElseThrow()
        .expect()
        .get("serialised-lookups")
        .expectationAt(point, Map.of())
        .orElseThrow();
  }

  @Test
  void aVariantMayExistFromAValueOnOrAtAFew() throws IOException {
    assertThat(only("\">=17\"", "8", "17", "21")).containsExactly("17", "21");
    assertThat(only("[8, 21]", "8", "17", "21")).containsExactly("8", "21");
    assertThat(only("\">=1.26\"", "1.9.3", "1.26.8", "1.27.1")).containsExactly("1.26.8", "1.27.1");
  }

  private List<String> only(String where, String... values) throws IOException {
    Lab lab = read(GOOD.replaceFirst("    with:", "    only: {jdk: " + where + "}\n    with:"));
    AllowedValues only = lab.variant("faulty").orElseThrow().only().get("jdk");
    return List.of(values).stream().filter(v -> only.allows(Value.of(v))).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{absent: cached}         | {absent: cached, present: serialised} | lab.yaml:26:",
        "present}                 | {jkd: {8: present, else: absent}}}    | 'jkd' is neither an axis nor a fact",
        "present}                 | {jdk: {8: present, 17: absent}}}      | lab.yaml:23:",
        "present}                 | {jdk: {8: present, 17: absent}}}      | 'else'",
        "axis: true               | axis: yes              | lab.yaml:5: $.parameters.jdk.axis",
        "title: the faulty one    | titel: the faulty one  | lab.yaml:22:",
        "title: the faulty one    | titel: the faulty one  | titel",
        "{default: 5, quick: 2}   | {default: 5, quick: 2  | lab.yaml:4:",
        "{default: 5, quick: 2}   | {default: 5, quick: 2  | expected ',' or '}'",
        "{word: hello}            | {wort: hello}          | variant 'faulty'",
        "{word: hello}            | {wort: hello}          | uses {word}",
        "- do: ask                | - do: tell             | 'tell' is not declared",
        "with: {word: hello}      | at: {cpu: 1}           | 'cpu' is not declared",
        "{word: hello}            | {word: hello, jdk: 17} | 'jdk' is an axis",
        "variants:                | title: again~variants: | lab.yaml:17: the key 'title' stands here twice",
        "variants:                | effects: [{metric: x, fault: faulty, controls: [helthy]}]~variants: | 'helthy' is not declared",
        "variants:                | metrics: {x: {title: x, unit: ms, from: sad.txt#/x}}~variants: | file 'sad.txt' is not declared",
      })
  void whatIsWrongIsRefusedWithFileAndLine(String right, String wrong, String message) {
    assertThat(GOOD).contains(right);
    assertThatThrownBy(() -> read(GOOD.replace(right, wrong.replace('~', '\n'))))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("lab.yaml:")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "procedure: ask      | procedure: aks      | calibrations: procedure: no procedure 'aks'",
        "dns-answer-time     | dns-answer-times    | $.calibrations[0].kind",
        "of: \"{word}\"      | of: \"{wrod}\"      | uses {wrod}",
        "baseline: plain     | baseline: \"{b}\"   | uses {b}",
        "target: \"{jdk}\"   | target: \"{jkd}\"   | uses {jkd}",
        "[echo, \"{word}\"]  | [echo, \"{case}\"]  | calibration 'delay': '{case}' uses {case}",
        "capture: {in: app   | # {in: app          | the lab declares no capture",
      })
  void aCalibrationThatCouldNotBeMeasuredIsRefused(String right, String wrong, String message)
      throws IOException {
    String calibrated =
        GOOD.replace("each:\n", "each:\n      some: {title: another, with: {case: 1}}\n")
            + """
            capture: {in: app, filter: port 53, file: dns.pcap}
            calibrations:
              - id: delay
                title: delay
                unit: ms
                procedure: ask
                kind: dns-answer-time
                of: "{word}"
                baseline: plain
                target: "{jdk}"
                tolerance: 0.1
            """;
    assertThat(read(calibrated).readings().calibrations()).hasSize(1);
    assertThat(calibrated).contains(right);
    assertThatThrownBy(() -> read(calibrated.replace(right, wrong))).hasMessageContaining(message);
  }

  @Test
  void twoFoldersMayHoldLabsButNotOneLabTwice(@TempDir Path elsewhere) throws IOException {
    write(GOOD);
    Files.createDirectories(elsewhere.resolve("own"));
    Files.writeString(elsewhere.resolve("own/lab.yaml"), GOOD.replace("lab: demo", "lab: own"));
    LabReader reader = new LabReader(List.of(labs, elsewhere));
    assertThatThrownBy(() -> reader.read("other")).hasMessageContaining("known: demo, own");
    assertThat(reader.names()).containsExactly("demo", "own");
    assertThat(reader.read("own").folder()).isEqualTo(elsewhere.resolve("own"));

    Files.createDirectories(elsewhere.resolve("demo"));
    Files.writeString(elsewhere.resolve("demo/lab.yaml"), GOOD);
    assertThatThrownBy(reader::names)
        .isInstanceOf(LabException.class)
        .hasMessageContaining("two labs are called demo");
  }

  private Lab read(String text) throws IOException {
    write(text);
    return new LabReader(List.of(labs)).read("demo");
  }

  private void write(String text) throws IOException {
    Files.createDirectories(labs.resolve("demo"));
    Files.writeString(labs.resolve("demo").resolve("lab.yaml"), text);
  }
}
