package dev.faultlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabReaderTest {
  private static final String GOOD =
      """
      lab: demo
      title: A lab for the tests of its reader
      minutes: {full: 2, quick: 1}
      parameters:
        jdk: {help: JDK releases, type: integer, list: true, default: [17, 21], quick: 17}
        trials: {help: trials per variant, type: integer, default: 5, quick: 2, minimum: 1}
      images: {JRE_IMAGE: "jre:JDK={jdk}"}
      procedures:
        ask:
          - run: [echo, "{word}"]
            in: app
            stdout: said.txt
      signatures:
        serialised-lookups: {capture: dns.pcap}
      variants:
        - id: faulty
          title: the faulty one
          matrix: [jdk]
          capture: false
          procedure: ask
          with: {word: hello}
          expect: {serialised-lookups: present}
        - id: healthy
          title: the healthy one
          matrix: [jdk]
          capture: false
          procedure: ask
          with: {word: hello}
          expect: {serialised-lookups: {absent: cached}}
      """;

  @TempDir Path labs;

  @Test
  void readsEverythingThatIsDeclared() throws IOException {
    Lab lab = read(GOOD);

    assertThat(lab.variants()).extracting(Variant::id).containsExactly("faulty", "healthy");
    assertThat(lab.parameters().get("jdk").quick()).containsExactly("17");
    assertThat(lab.variant("healthy").orElseThrow().expect().get("serialised-lookups"))
        .isEqualTo(new Expectation(Expectation.Presence.ABSENT, java.util.Optional.of("cached")));
    assertThat(lab.procedures().get("ask"))
        .singleElement()
        .isInstanceOfSatisfying(
            Step.Run.class, run -> assertThat(run.stdout()).contains("said.txt"));
  }

  @Test
  void anExpectationMayNameItsReasonOnEitherSide() throws IOException {
    Lab lab =
        read(
            GOOD.replace(
                "{serialised-lookups: present}", "{serialised-lookups: {present: serialised}}"));

    assertThat(lab.variant("faulty").orElseThrow().expect().get("serialised-lookups"))
        .isEqualTo(
            new Expectation(Expectation.Presence.PRESENT, java.util.Optional.of("serialised")));
    assertThatThrownBy(
            () -> read(GOOD.replace("{absent: cached}", "{absent: cached, present: serialised}")))
        .isInstanceOf(LabException.class);
  }

  @Test
  void aVariantMayExistFromAValueOnOrAtAFew() throws IOException {
    OnlyAt from = onlyAt("17");
    assertThat(List.of(8, 17, 21)).filteredOn(from::allows).containsExactly(17, 21);

    OnlyAt these = onlyAt("[8, 21]");
    assertThat(List.of(8, 17, 21)).filteredOn(these::allows).containsExactly(8, 21);
  }

  private OnlyAt onlyAt(String where) throws IOException {
    Lab lab =
        read(GOOD.replaceFirst("    capture", "    only-at: {jdk: " + where + "}\n    capture"));
    return lab.variant("faulty").orElseThrow().onlyAt().get("jdk");
  }

  @Test
  void namesFileAndLineOfWhatBreaksTheSchema() {
    assertThatThrownBy(() -> read(GOOD.replace("type: integer, list: true", "type: number")))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("lab.yaml:5:")
        .hasMessageContaining("type");
    assertThatThrownBy(() -> read(GOOD.replace("    procedure: ask\n", "    procedur: ask\n")))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("lab.yaml:16:")
        .hasMessageContaining("procedur");
  }

  @Test
  void namesFileAndLineOfWhatIsNotYaml() {
    assertThatThrownBy(() -> read(GOOD.replace("{full: 2, quick: 1}", "{full: 2, quick: 1")))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("lab.yaml:")
        .hasMessageNotContaining("null");
  }

  @Test
  void refusesWhatIsNotDeclared() {
    assertThatThrownBy(() -> read(GOOD.replace("{word: hello}", "{wort: hello}")))
        .hasMessageContaining("{word}")
        .hasMessageContaining("faulty");
    assertThatThrownBy(() -> read(GOOD.replaceFirst("procedure: ask", "procedure: tell")))
        .hasMessageContaining("'tell' is not declared");
    assertThatThrownBy(() -> read(GOOD.replaceFirst("matrix: \\[jdk]", "matrix: [cpu]")))
        .hasMessageContaining("'cpu' is not declared");
    assertThatThrownBy(() -> read(GOOD.replace("id: healthy", "id: faulty")))
        .hasMessageContaining("two variants");
    assertThatThrownBy(
            () ->
                read(
                    GOOD.replace("        capture: false\n", "")
                        .replace("    capture: false\n", "")))
        .hasMessageContaining("declares no capture");
  }

  @Test
  void tellsWhichLabsThereAre() throws IOException {
    write(GOOD);
    assertThatThrownBy(() -> new LabReader(labs).read("other"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("known: demo");
  }

  private Lab read(String text) throws IOException {
    write(text);
    return new LabReader(labs).read("demo");
  }

  private void write(String text) throws IOException {
    Files.createDirectories(labs.resolve("demo"));
    Files.writeString(labs.resolve("demo").resolve("lab.yaml"), text);
  }
}
