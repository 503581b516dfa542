package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.result.ResultJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --locked RESULT} starts only what the result was obtained with. */
class LockedRunTest {
  private static final String ROLE = "program:RELEASE=1";
  private static final String DIGEST = "acme/program@sha256:" + "ab".repeat(32);

  @TempDir private Path root;
  private TinyLab lab;
  private Path recorded;

  @BeforeEach
  void aResultThatRecordsItsImages() throws IOException {
    lab = new TinyLab(root.resolve("clone"));
    lab.pullsImages(DIGEST);
    assertThat(lab.run()).isZero();
    recorded = Files.copy(lab.folder().resolve(ResultJson.FILE), root.resolve("recorded.json"));
  }

  @Test
  void recordsWhatTheRegistryCallsAnImage() throws IOException {
    assertThat(lab.result().provenance()).containsEntry("registry digest of " + ROLE, DIGEST);
  }

  @Test
  void theSameDigestIsTheSameImageOnAnEngineThatGivesOtherIds() throws IOException {
    lab.makesImagesAnew();
    assertThat(lab.run("--locked", recorded.toString())).isZero();
  }

  @Test
  void otherImagesAreRefusedBeforeAnythingStarts() throws IOException {
    int started = lab.engine().started().size();
    lab.makesImagesAnew();
    lab.pullsImages(DIGEST.replace("ab", "cd"));
    assertThat(lab.run("--locked", recorded.toString())).isEqualTo(64);
    assertThat(lab.engine().started()).hasSize(started);
    assertThat(lab.runs()).hasSize(1);
    assertThat(lab.err())
        .contains("--locked " + recorded + ": 2 of 2 images and kernels are not the recorded ones")
        .contains("nothing was started")
        .contains("recorded: made for " + ROLE + " " + DIGEST)
        .contains("found:    rebuilt for " + ROLE + " " + DIGEST.replace("ab", "cd"))
        .contains("next:     bring it from the machine that recorded it")
        .doesNotContain("\tat ");
  }

  @Test
  void shardsAreLockedAsWell() throws IOException {
    lab.makesImagesAnew();
    lab.pullsImages(DIGEST.replace("ab", "cd"));
    assertThat(lab.run("--shard", "1/1", "--locked", recorded.toString())).isEqualTo(64);
    assertThat(lab.runs()).hasSize(1);
  }

  @Test
  void aResultFromAStrangerWritesNoCommandAndNoEscapeSequence() throws IOException {
    Files.writeString(
        recorded,
        Files.readString(recorded)
            .replace("made for " + ROLE, "x\\u001b]0;owned\\u0007")
            .replace(DIGEST, "$(reboot)@sha256:" + "ab".repeat(32)));
    lab.makesImagesAnew();
    lab.pullsImages(DIGEST);
    assertThat(lab.run("--locked", recorded.toString())).isEqualTo(64);
    assertThat(lab.err()).contains("x?]0;owned?").doesNotContain("\u001b", "docker pull");
  }
}
