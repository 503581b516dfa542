package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.files.RefusedPath;
import dev.faultlab.lab.LabReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lab of two variants and two versions whose program counts its fault by itself. */
class KeptTrialsTest {
  static final String DECLARATION =
      """
      lab: demo
      title: A lab that keeps trials of its own
      trials: {default: 1}
      parameters:
        jdk: {help: JDK releases, axis: true, default: [17, 21], quick: 17}
      images: {JRE_IMAGE: "jre:JDK={jdk}"}
      procedures:
        ask:
          - {run: [ask, "{file}"], in: app, stdout: counts.json}
      signatures:
        left-behind: {kind: counted-share, whole: counts.json#/all, whole-is: entries, part: counts.json#/left, part-is: stayed}
      variants:
        - do: ask
          each:
            faulty: {title: the fault, with: {file: a}, expect: {left-behind: present}}
            healthy: {title: the cure, with: {file: b}, expect: {left-behind: absent}}
            measured: {title: only measured, with: {file: c}}
      """;

  @TempDir Path labs;

  @BeforeEach
  void lab() throws IOException {
    Files.createDirectories(labs.resolve("demo"));
    Files.writeString(labs.resolve("demo/lab.yaml"), DECLARATION);
  }

  @Test
  void trialsThatShowWhatIsExpectedAreFine() throws IOException {
    assertThat(problems()).as("none need be kept").isEmpty();
    keep("faulty@jdk=17", 10);
    keep("healthy@jdk=17", 0);
    assertThat(problems()).isEmpty();
  }

  /** Beside a trial stands what its stack answered, where an expectation depends on it. */
  @Test
  void whatRanDecidesWhatIsExpected() throws IOException {
    Files.writeString(
        labs.resolve("demo/lab.yaml"),
        DECLARATION.replace(
                "expect: {left-behind: present}",
                "expect: {left-behind: [{when: {old: yes}, is: present}, {else: absent}]}")
            + "ran: [{axis: jdk, fact: old, run: [is-old], in: app}]\n");
    keep("faulty@jdk=17", 10);
    keep("healthy@jdk=17", 0);
    Path ran = labs.resolve("demo/evidence/faulty@jdk=17/ran.json");

    Files.writeString(ran, "{\"old\": \"yes\"}");
    assertThat(problems()).isEmpty();
    Files.writeString(ran, "{\"old\": \"no\"}");
    assertThat(problems()).first().asString().contains("expected absent, found present");
    Files.delete(ran);
    assertThat(problems()).first().asString().contains("depends on the version of [jdk] that ran");
  }

  @Test
  void aLinkIsNoEvidence() throws IOException {
    keep("faulty@jdk=17", 10);
    Path kept = labs.resolve("demo/evidence/faulty@jdk=17");
    Files.createSymbolicLink(kept.resolve("more.json"), kept.resolve("counts.json"));
    assertThatThrownBy(this::problems)
        .isInstanceOf(RefusedPath.class)
        .hasMessageContaining("more.json is a symbolic link");
  }

  @Test
  void aTrialThatShowsSomethingElseIsNamedWithItsCounts() throws IOException {
    keep("faulty@jdk=17", 10);
    keep("healthy@jdk=17", 10);
    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith(kept("healthy@jdk=17").toString())
        .contains("left-behind", "expected absent", "found present", "of 10 entries 10 stayed");
  }

  @Test
  void aTrialThatDecidesNothingIsNoTest() throws IOException {
    keep("faulty@jdk=17", 10);
    keep("healthy@jdk=17", 1);
    assertThat(problems()).singleElement().asString().contains("neither none nor a good part");
    Files.delete(kept("healthy@jdk=17").resolve("counts.json"));
    assertThat(problems()).singleElement().asString().contains("counts.json");
  }

  @Test
  void oneSideAloneDoesNotTestTheSignature() throws IOException {
    keep("faulty@jdk=17", 10);
    keep("healthy@jdk=21", 0);
    assertThat(problems()).hasSize(2).allMatch(p -> p.contains("needs a control"));
  }

  @Test
  void aFolderIsCalledAsAPointIsAndSomethingIsExpectedThere() throws IOException {
    keep("faulty", 10);
    keep("measured@jdk=17", 0);
    Files.writeString(labs.resolve("demo/evidence/README.md"), "how these were made");
    assertThat(problems())
        .hasSize(2)
        .anyMatch(p -> p.startsWith(kept("faulty") + ": no point") && p.contains("faulty@jdk=21"))
        .anyMatch(p -> p.startsWith(kept("measured@jdk=17") + ": the lab expects nothing"));
  }

  private List<String> problems() {
    return new KeptTrials(new LabReader(List.of(labs)).read("demo")).problems();
  }

  private void keep(String point, int left) throws IOException {
    Files.createDirectories(kept(point));
    Files.writeString(kept(point).resolve("counts.json"), "{\"all\": 10, \"left\": " + left + "}");
  }

  private Path kept(String point) {
    return labs.resolve("demo/evidence").resolve(point);
  }
}
