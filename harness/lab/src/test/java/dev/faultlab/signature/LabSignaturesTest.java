package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Places;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabSignaturesTest {
  private static final String LAB =
      """
      lab: demo
      title: A lab of three variants
      services:
        app: {x-faultlab: {role: jre}}
      procedures:
        ask: [{run: [sh, /lab/ask], in: app, stdout: said.json}]
      signatures:
        too-many: {kind: counted-excess, value: "said.json#/value", limit: "said.json#/limit"}
      variants:
        - each:
            one: {expect: {too-many: present}}
            two: {expect: {too-many: {absent: REASON}}}
            three: {expect: {too-many: {absent: REASON}}}
      """;

  @TempDir Path labs;

  @Test
  void aReasonThatAKindNeverGivesIsRefusedOnceWithThoseThatItGives() throws IOException {
    assertThat(problems(LAB.replace("REASON", "within"))).isEmpty();
    assertThat(problems(LAB.replace("REASON", "wihtin")))
        .singleElement()
        .hasToString(
            "variants 'two', 'three': signature 'too-many' of kind counted-excess is never absent"
                + " for the reason 'wihtin'; did you mean 'within'? Known: within");
  }

  @Test
  void oneCauseIsSaidOnce() throws IOException {
    assertThat(problems(LAB.replace("REASON", "within").replace("value: \"said", "value: \"sad")))
        .singleElement()
        .asString()
        .startsWith("variants 'one', 'two', 'three': ")
        .contains("no file 'sad.json'; did you mean 'said.json'?");
  }

  @Test
  void theInputsOfASignatureThatIsNotExpectedDoNotMatter() throws IOException {
    String unused = "\n  unused: {kind: recursive-get, depth: none.json}\nvariants:";
    String lab = LAB.replace("REASON", "within").replace("\nvariants:", unused);
    assertThat(problems(lab)).isEmpty();
    assertThat(problems(lab.replace("one: {expect: {", "one: {expect: {unused: absent, ")))
        .singleElement()
        .asString()
        .contains("variant 'one': signature 'unused': input 'depth' is 'none.json', expected");
  }

  @Test
  void aVariantHasALine() throws IOException {
    problems(LAB.replace("REASON", "within"));
    assertThat(Places.of(new LabReader(List.of(labs)).read("demo")).variant("two"))
        .endsWith("lab.yaml:12");
  }

  private List<LabSignatures.Flaw> problems(String yaml) throws IOException {
    Path folder = Files.createDirectories(labs.resolve("demo"));
    Files.writeString(folder.resolve("lab.yaml"), yaml);
    return new LabSignatures(new LabReader(List.of(labs)).read("demo")).problems();
  }
}
