package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.exercise.ExerciseChecks;
import dev.faultlab.exercise.Mysteries;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A mystery by its command line, with what somebody types, on an engine that is not there. */
class MysteryTest extends TinyLabTest {
  private static final int FOUND = 0;
  private static final int NOT_FOUND = 1;
  private static final int INCONCLUSIVE = 2;

  @BeforeEach
  void exercises() throws IOException {
    Trees.copy(Path.of("../samples/tiny/class"), root.resolve("labs/tiny/class"));
  }

  private int mystery(String typed, String... options) {
    List<String> words = new ArrayList<>(List.of("mystery", "--seed", "7"));
    words.addAll(List.of(options));
    lab.types(typed);
    return lab.faultlab(words);
  }

  @ParameterizedTest
  @CsvSource({
    "answer keeps-all counts.json /kept,        0, 'evidence: right, are still held = 20'",
    "answer keeps-all counts.json#/kept,        0, 'lab tiny, keeps: present'",
    "answer nothing-wrong counts.json /kept,    1, 'cause: no'",
    "answer keeps-all counts.json /expired,     1, 'is true, but does not prove it'",
    "answer keeps-all counts.json /rate,        1, 'no fact of the trials is at'",
    "answer keeps-all other.json /kept,         1, 'no fact of the trials is at'",
    "answer keeps-all because I say so,         1, 'cite a file and a place'",
    "answer keeps counts.json /kept,            1, 'with a cause of'",
    "quit,                                      1, 'It serves 120 requests and grows.'",
  })
  void answersAreGradedByCauseAndEvidence(String typed, int status, String output) {
    assertThat(mystery(typed + "\n")).as(lab.out() + lab.err()).isEqualTo(status);
    assertThat(lab.out()).contains(output);
    assertThat(lab.engine().swept()).hasSize(1);
  }

  @Test
  void nothingThatIsShownSaysWhatItIs() {
    mystery("hosts\nfiles\ncauses\nhelp\n");
    assertThat(lab.out())
        .contains("host-1", "host-3", "counts.json", "nothing is wrong here", "It serves 120")
        .doesNotContain("tiny")
        .doesNotContain("never-evicts");
    assertThat(String.join("\n", lab.heard())).doesNotContain("tiny").doesNotContain("keeps");
  }

  @Test
  void aSecondLoadLeavesEvidenceOfItsOwnThatCounts() throws IOException {
    assertThat(mystery("load\nfiles\nanswer keeps-all counts.json /kept\n")).isEqualTo(FOUND);
    assertThat(lab.out()).contains("evidence/case/1/counts.json", "evidence/case/2/counts.json");
    assertThat(lab.runs()).isEmpty();
  }

  @Test
  void aLoadThatShowsNothingIsNotGraded() {
    lab.engine()
        .answer(
            "program count",
            c -> new dev.faultlab.stack.Execution(1, new byte[0], "out of memory"));
    assertThat(mystery("")).isEqualTo(INCONCLUSIVE);
    assertThat(lab.out()).contains("out of memory");
  }

  @Test
  void onlyHardOnesMayBeWell() {
    Lab tiny = new LabReader(List.of(root.resolve("labs"))).read("tiny");
    Mysteries book = new Mysteries(List.of(tiny));
    assertThat(LongStream.range(0, 50).mapToObj(s -> book.pick(s, false).id()))
        .containsOnly("grows");
    assertThat(LongStream.range(0, 50).mapToObj(s -> book.pick(s, true).id()))
        .contains("grows", "well");
    assertThat(book.pick(7, true)).isEqualTo(book.pick(7, true));
  }

  @Test
  void everyLabOfAClassHasSoundOnes() {
    LabReader reader = new LabReader(List.of(Path.of("../../labs")));
    List<Lab> labs = reader.names().stream().map(reader::read).toList();
    assertThat(ExerciseChecks.ofMysteries(labs)).isEmpty();
    assertThat(new Mysteries(labs).all().stream().map(c -> c.lab().name()).distinct())
        .containsExactly("charset", "dns-go", "dns-java", "random", "syncookie");
  }

  @ParameterizedTest
  @CsvSource({
    "'variant: keeps', 'variant: holds', no variant 'holds'",
    "'proof: [part]',  'prof: [part]',   prof",
    "'proof: [part]',  'proof: [most]',  'most' is no fact of never-evicts",
    "keeps-all,        keeps-some,       nothing says what the cause 'keeps-some' is",
    "'  grows:',       '  growth:',      'growth' has no ticket",
  })
  void whatDoesNotFitIsNamed(String there, String instead, String output) throws IOException {
    Path file = root.resolve("labs/tiny/class/mysteries.yaml");
    Files.writeString(
        file, Files.readString(file).replaceFirst(java.util.regex.Pattern.quote(there), instead));
    Lab tiny = new LabReader(List.of(root.resolve("labs"))).read("tiny");
    assertThat(String.join("\n", ExerciseChecks.ofMysteries(List.of(tiny)))).contains(output);
  }
}
