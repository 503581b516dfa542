package dev.faultlab.tools.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cli.TinyCures;
import dev.faultlab.cli.TinyLab;
import dev.faultlab.cure.CureLists;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.NamedCure;
import dev.faultlab.result.ResultJson;
import dev.faultlab.tools.DevCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code dev readme}: what documents show is what the committed results give. */
class ReadmeCommandTest {
  @TempDir private Path root;

  @Test
  void aTableIsCheckedAndWritten() throws IOException {
    TinyLab lab = new TinyLab(root);
    Path measured = Files.createDirectories(root.resolve("results/reference"));
    Files.writeString(measured.resolve("cost.csv"), "way,ns\non,5\n");
    Path readme = root.resolve("README.md");
    Files.writeString(readme, "<!-- csv:cost -->\nold\n<!-- /csv -->\n");
    assertThat(readme(lab)).isEqualTo(1);
    assertThat(lab.out()).contains("run ./faultlab dev readme --write");
    assertThat(readme(lab, "--write")).isZero();
    assertThat(readme(lab)).isZero();
    assertThat(readme).content().contains("| on | 5 |").doesNotContain("old");
  }

  @Test
  void theListOfWhatHelpsIsHeldToTheCommittedResult() throws IOException {
    TinyLab lab = TinyCures.lab(root);
    lab.faultlab(List.of("fixes", "tiny", "--run", "--trials", "1"));
    Path reference = Files.createDirectories(root.resolve("results/reference"));
    Files.copy(lab.folder().resolve(ResultJson.FILE), reference.resolve("tiny-cures.json"));
    Files.writeString(root.resolve("README.md"), "");
    CureLists lists = new CureLists(root.resolve("results"), new LabReader(List.of()));
    assertThat(readme(lab)).isEqualTo(1);
    assertThat(lists.against("tiny", "never-evicts")).isEmpty();

    assertThat(readme(lab, "--write")).isZero();
    assertThat(lists.against("tiny", "never-evicts"))
        .containsExactly(new NamedCure("forgets", "a cache that forgets", "the program"));
    assertThat(lists.against("tiny", "reads-random")).isEmpty();
    assertThat(readme(lab)).isZero();

    TinyCures.write(
        root, TinyCures.CURES.replace("a cache that forgets", "one that forgets it all"));
    assertThat(readme(lab)).isEqualTo(1);
  }

  private static int readme(TinyLab lab, String... options) {
    List<String> words = Stream.concat(Stream.of("dev", "readme"), Stream.of(options)).toList();
    return lab.execute(words, tools -> DevCommand.commandLine(tools, words));
  }
}
