package dev.faultlab.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archive that a machine sends over SSH. */
class SshArchiveTest {
  @TempDir private Path folder;
  private Path to;

  @BeforeEach
  void shard() throws IOException {
    to = folder.resolve("to/1");
    Files.createDirectories(folder.resolve("shard/evidence"));
    Files.writeString(folder.resolve("shard/shard.json"), "{}");
    Files.writeString(folder.resolve("shard/evidence/a line\nbreak"), "x");
    Files.writeString(folder.resolve("outside"), "precious");
  }

  @Test
  void unpacksFilesAndFolders() throws Exception {
    assertThat(unpack("shard")).isEmpty();
    assertThat(to.resolve("shard/shard.json")).hasContent("{}");
    assertThat(to.resolve("shard/evidence/a line\nbreak")).hasContent("x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ln -s /etc/passwd shard/link",
        "ln -s .. shard/link",
        "ln shard/shard.json shard/link",
        "mkfifo shard/link"
      })
  void leavesAnArchiveOutThatHoldsAnythingElse(String made) throws Exception {
    run(folder, made.split(" "));
    assertThat(unpack("shard")).contains("is left out", "shard/link");
    assertThat(to).doesNotExist();
  }

  @Test
  void leavesAnArchiveOutWhosePathsLeadOut() throws Exception {
    for (String path : new String[] {folder.resolve("outside").toString(), "shard/../outside"}) {
      assertThat(unpack("--absolute-names", path)).contains("is left out", path);
      assertThat(to).doesNotExist();
    }
  }

  /** What is said. */
  private String unpack(String... packed) throws Exception {
    Path archive = folder.resolve("archive.tar");
    run(
        folder,
        Stream.concat(Stream.of("tar", "-cf", archive.toString()), Stream.of(packed))
            .toArray(String[]::new));
    return run(Path.of("../.."), "adapters/ssh", "--unpack", archive.toString(), to.toString());
  }

  private static String run(Path in, String... words) throws Exception {
    Process process =
        new ProcessBuilder(words).directory(in.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
