package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said before a run: how long it will take, and what is missing. */
class AnnouncementTest {
  @TempDir private Path root;
  private TinyLab lab;

  @BeforeEach
  void lab() throws IOException {
    lab = new TinyLab(root);
  }

  @Test
  void anEarlierRunOfTheFormSaysHowLong() {
    lab.runShort();
    lab.runShort("--release", "1", "--trials", "1");
    lab.run();
    List<String> said = lab.heard().stream().filter(s -> s.startsWith("lab tiny")).toList();

    assertThat(said.get(0))
        .isEqualTo(
            "lab tiny, short form: 4 points, 8 trials on 2 stacks; no earlier run of this form to"
                + " estimate the time from");
    assertThat(said.get(1)).contains("2 points, 2 trials on 1 stack; ").contains(", by run 2");
    assertThat(said.get(2)).endsWith("no earlier run of this form to estimate the time from");
  }

  @Test
  void whatIsMissingIsNamedBeforeItIsMade() {
    lab.lacks("program:RELEASE=2");
    lab.engine().when("images", () -> assertThat(lab.heard()).hasSize(2));

    assertThat(lab.runShort()).as(lab.err()).isZero();
    assertThat(lab.heard().get(1))
        .isEqualTo("missing, so built first (not part of that time): program:RELEASE=2");
  }

  @Test
  void aPlanSaysTheSame() {
    lab.runShort();
    lab.faultlab(List.of("plan", "tiny"));
    assertThat(lab.out()).doesNotContain("not here yet");
    lab.lacks("program:RELEASE=2");
    lab.faultlab(List.of("plan", "tiny"));
    assertThat(lab.out())
        .contains("\nmissing, so built first (not part of that time): program:RELEASE=2\n");

    assertThat(lab.out()).contains("tiny, short form: 4 points, 8 trials on 2 stacks\n");
    assertThat(lab.out()).contains(", by run 2");
    lab.faultlab(List.of("plan", "tiny", "--release", "1", "--variants", "keeps", "--trials", "1"));
    assertThat(lab.out()).contains("tiny, short form: 1 point, 1 trial on 1 stack\n");
  }

  @Test
  void whatCannotEndWithAVerdictIsSaidBeforeItRuns() {
    String why =
        "no verdict on this: never-evicts at keeps@release=1: nothing there expects absent";
    lab.faultlab(List.of("plan", "tiny"));
    assertThat(lab.out()).doesNotContain("no verdict");
    lab.faultlab(List.of("plan", "tiny", "--release", "1", "--variants", "keeps"));
    assertThat(lab.out()).contains(why);

    lab.runShort("--release", "1", "--variants", "keeps");
    assertThat(lab.heard()).anyMatch(said -> said.startsWith(why));
  }
}
