package dev.faultlab.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir private Path folder;
  private Path victim;

  @BeforeEach
  void victim() throws IOException {
    victim = Files.writeString(folder.resolve("victim"), "precious");
  }

  @Test
  void replacesAFileAndKeepsItsPermissions() throws IOException {
    Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString("rw-r-----"));
    AtomicFile.write(victim, "new");
    assertThat(victim).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(victim)))
        .isEqualTo("rw-r-----");
    assertThat(Files.list(folder)).containsExactly(victim);
  }

  @Test
  void followsNoLinkAndWritesToNoPipe() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), victim);
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (Path file : List.of(link, pipe)) {
      assertThatThrownBy(() -> AtomicFile.writeDurably(file, "new"))
          .isInstanceOf(RefusedPath.class)
          .hasMessageContaining(file + " is a ");
    }
    assertThat(victim).hasContent("precious");
    assertThat(link).isSymbolicLink();
  }

  /** The name of the temporary file was once known before, and a link could wait there. */
  @Test
  void noNameIsKnownBefore() throws IOException {
    Path file = folder.resolve("summary.md");
    Files.createSymbolicLink(folder.resolve(".summary.md.tmp"), victim);
    AtomicFile.write(file, "new");
    assertThat(file).hasContent("new");
    assertThat(victim).hasContent("precious");
  }

  @Test
  void aFailureLeavesTheOldFileAndNothingElse() {
    assertThatThrownBy(
            () ->
                AtomicFile.writeNamed(
                    victim,
                    out -> {
                      out.write('x');
                      throw new IOException("the disk is full");
                    }))
        .hasMessage("the disk is full");
    assertThat(victim).hasContent("precious");
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void aPersonMayNameALinkOrADevice() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), victim);
    AtomicFile.writeNamed(link, out -> out.write('x'));
    assertThat(victim).hasContent("x");
    assertThat(link).isSymbolicLink();
    AtomicFile.writeNamed(Path.of("/dev/null"), out -> out.write('x'));
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void knowsAFileUnderEveryName() throws IOException {
    Path soft = Files.createSymbolicLink(folder.resolve("soft"), victim);
    Path hard = Files.createLink(folder.resolve("hard"), victim);
    Path other = Files.writeString(folder.resolve("other"), "precious");
    List<Path> inputs = List.of(folder.resolve("nowhere"), victim);
    assertThat(AtomicFile.sameAs(soft, inputs)).hasValue(victim);
    assertThat(AtomicFile.sameAs(hard, inputs)).hasValue(victim);
    assertThat(AtomicFile.sameAs(other, inputs)).isEmpty();
    assertThat(AtomicFile.sameAs(folder.resolve("nowhere"), inputs)).isEmpty();
  }
}
