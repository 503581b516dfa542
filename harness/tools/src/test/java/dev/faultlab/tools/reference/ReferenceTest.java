package dev.faultlab.tools.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cli.TinyLab;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.RunStore;
import dev.faultlab.tools.DevCommand;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of a tiny lab, made a committed result: what it holds, and what notices that it rots. */
class ReferenceTest {
  static final Pattern LINK = Pattern.compile("href=\"([^\"#:]+)\"");

  private static final String TRIAL = "evidence/keeps@release=1/1/";

  @TempDir private Path root;
  private TinyLab lab;
  private Path bundle;

  @BeforeEach
  void aRun() throws IOException {
    lab = new TinyLab(root);
    lab.capture();
    lab.engine().machine("commit", "c0ffee");
    lab.engine().machine("uncommitted changes", "none");
    assertThat(lab.run()).as(lab.err()).isZero();
    bundle = lab.results().resolve("reference/tiny.zip");
    Files.createDirectories(bundle.getParent());
  }

  @Test
  void eachPointKeepsOneTrialWithItsCapturePacked() throws IOException {
    assertThat(reference("latest")).as(lab.out() + lab.err()).isZero();
    assertThat(lab.out()).contains("has 4 of its 8 trials");
    assertThat(Bundle.open(bundle).files()).hasSize(12).contains(TRIAL + "dns.pcap.gz");
    assertThat(lab.results().resolve("reference/tiny.json"))
        .hasSameTextualContentAs(lab.folder().resolve("result.json"));
    assertThat(lab.results().resolve("reference")).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void itIsJudgedReportedAndComparedLikeARun() throws IOException {
    assertThat(reference("latest")).isZero();
    assertThat(lab.faultlab("results", "rejudge", "reference/tiny")).as(lab.out()).isZero();
    assertThat(lab.out()).contains("4 trials judged again: states and codes are those of");
    assertThat(lab.faultlab("results", "render", "reference/tiny")).isZero();
    Path page = bundle.resolveSibling("tiny.html");
    assertThat(page).content().contains("data-chart=", "dns.pcap.gz");
    assertThat(links(page))
        .contains("tiny.zip", "tiny.json")
        .allSatisfy(link -> assertThat(page.resolveSibling(link)).exists());
    assertThat(lab.faultlab("results", "diff", "reference/tiny", "latest")).isZero();
    assertThat(lab.out()).contains("Nothing got worse").doesNotContain("captures are not");
    assertThat(new RunStore(lab.results()).bundled())
        .extracting(run -> run.bundle().orElseThrow().place())
        .containsExactly(bundle);
  }

  @Test
  void aMissingAnAlteredOrAForeignFileIsNamed() throws IOException {
    assertThat(reference("latest")).isZero();
    changed(TRIAL + "counts.json", Optional.empty());
    judgeSays(2, TRIAL + "counts.json is missing");
    changed(TRIAL + "counts.json", Optional.of("{\"expired\": 20, \"kept\": 20}"));
    judgeSays(2, TRIAL + "counts.json has been altered");
    changed(TRIAL + "more.json", Optional.of("{}"));
    judgeSays(2, TRIAL + "more.json is not in SHA256SUMS");
    changed(Bundle.CHECKSUMS, Optional.empty());
    judgeSays(2, "SHA256SUMS is missing");
  }

  @Test
  void evidenceThatSaysSomethingElseThanItsResultIsNoReference() throws IOException {
    Path counts = lab.folder().resolve(TRIAL + "counts.json");
    Files.writeString(counts, "{\"expired\": 20, \"kept\": 0, \"rate\": 1}");
    assertThat(reference("latest")).isEqualTo(1);
    assertThat(lab.out())
        .contains("keeps@release=1, never-evicts: the result says present (")
        .contains("its evidence absent (");
    assertThat(bundle).doesNotExist();
  }

  @Test
  void whatTellsOfThisMachineIsNotTaken() throws IOException {
    Path counts = lab.folder().resolve(TRIAL + "counts.json");
    String content = Files.readString(counts).strip();
    Files.writeString(counts, content.replaceFirst("}$", ", \"at\": \"" + root + "/x\"}"));
    assertThat(reference("latest")).isEqualTo(1);
    assertThat(lab.out()).contains(TRIAL + "counts.json holds the path of this clone");
    assertThat(lab.results().resolve("reference")).isEmptyDirectory();
  }

  @Test
  void aRunOfChangedSourcesOrUnderAnotherNameIsRefused() throws IOException {
    assertThat(reference("latest", "other")).isEqualTo(64);
    assertThat(lab.err()).contains("is called tiny or tiny-WORD");
    assertThat(reference("latest", "tiny-short")).isZero();
    assertThat(reference("reference/tiny-short")).isEqualTo(64);
    lab.engine().machine("uncommitted changes", "yes, SHA-256 0");
    lab.run();
    assertThat(reference("latest")).isEqualTo(64);
    assertThat(lab.err()).contains("uncommitted changes: yes");
  }

  @Test
  void aVerdictOfUncommittedCodeIsRefusedUntilACommitHasJudged() throws IOException {
    Path result = lab.folder().resolve("result.json");
    String text = Files.readString(result);
    String by = "\"c0ffee\",\n    \"judged again by\" : \"c0ffee with uncommitted changes\"";
    Files.writeString(result, text.replace("\"c0ffee\"", by));
    assertThat(reference("latest")).isEqualTo(64);
    assertThat(lab.err()).contains("was judged again by c0ffee with uncommitted changes; judge it");
    Files.writeString(root.resolve(".commit"), "beef\n");
    assertThat(lab.faultlab("results", "rejudge", "tiny/latest")).as(lab.err()).isZero();
    assertThat(reference("latest")).as(lab.err()).isZero();
  }

  @Test
  void aSecondLookWithOtherFilesOfTheLabSaysSo() throws IOException {
    assertThat(lab.faultlab("results", "rejudge", "tiny/latest")).as(lab.err()).isZero();
    assertThat(lab.out()).doesNotContain("settings of its trials");
    lab.declare(text -> text + "\n# other words\n");
    assertThat(lab.faultlab("results", "rejudge", "tiny/latest")).as(lab.err()).isZero();
    assertThat(lab.out()).contains("The files of lab tiny are others today");
    assertThat(lab.result().provenance())
        .containsKeys("declaration", "judged by another declaration");
    lab.declare(text -> text.replace("\n# other words\n", ""));
    assertThat(lab.faultlab("results", "rejudge", "tiny/latest")).as(lab.err()).isZero();
    assertThat(lab.result().provenance()).doesNotContainKey("judged by another declaration");
  }

  private void changed(String name, Optional<String> text) throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(bundle)) {
      Files.deleteIfExists(zip.getPath(name));
      if (text.isPresent()) {
        Files.writeString(zip.getPath(name), text.get());
      }
    }
  }

  private void judgeSays(int status, String what) {
    assertThat(lab.faultlab("results", "rejudge", "reference/tiny")).isEqualTo(status);
    assertThat(lab.out()).contains(what);
  }

  /** Where the links of a page lead that are neither within it nor to the outside. */
  static List<String> links(Path page) throws IOException {
    return LINK.matcher(Files.readString(page).replaceAll("(?s)<script.*?</script>", ""))
        .results()
        .map((MatchResult link) -> URLDecoder.decode(link.group(1), StandardCharsets.UTF_8))
        .toList();
  }

  private int reference(String... words) {
    List<String> typed = Stream.concat(Stream.of("dev", "reference"), Stream.of(words)).toList();
    return lab.execute(typed, tools -> DevCommand.commandLine(tools, typed));
  }
}
