package dev.faultlab.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundedTextTest {
  @TempDir private Path folder;

  @Test
  void aFileOfGigabytesIsRefusedBeforeItTakesMemory() throws IOException {
    Path sparse = folder.resolve("lab.yaml");
    try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
      file.setLength(3L << 30);
    }
    assertThatThrownBy(() -> BoundedText.read(sparse))
        .isInstanceOf(RefusedPath.class)
        .hasMessageContaining("lab.yaml: found more than 16 MiB");
    assertThatThrownBy(() -> BoundedText.read(Path.of("/dev/zero")))
        .isInstanceOf(RefusedPath.class);
  }

  @Test
  void whatIsSmallerIsRead() throws IOException {
    assertThat(BoundedText.read(Files.writeString(folder.resolve("a"), "é\n"))).isEqualTo("é\n");
  }
}
