package dev.faultlab.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.files.RefusedPath;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardArchiveTest {
  @TempDir private Path folder;

  private static byte[] archive(byte kind, String... names) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
      for (String name : names) {
        TarArchiveEntry entry = new TarArchiveEntry(name, kind, true);
        entry.setSize(kind == TarConstants.LF_NORMAL ? name.length() : 0);
        entry.setLinkName("/etc/passwd");
        tar.putArchiveEntry(entry);
        tar.write(name.getBytes(), 0, (int) entry.getSize());
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void filesComeAsTheyAre() throws IOException {
    byte[] packed = archive(TarConstants.LF_NORMAL, "./run/shard.json", "./run/evidence/a");
    ShardArchive.unpack(new ByteArrayInputStream(packed), folder);
    assertThat(folder.resolve("run/evidence/a")).hasContent("./run/evidence/a");
    assertThat(folder.resolve("run/shard.json")).exists();
  }

  @ParameterizedTest
  @CsvSource({"0,../a", "0,/etc/a", "0,a a", "1,a", "2,a", "3,a", "6,a"})
  void whatAShardNeverHasIsRefused(char kind, String names) throws IOException {
    byte[] packed = archive((byte) kind, names.split(" "));
    assertThatThrownBy(() -> ShardArchive.unpack(new ByteArrayInputStream(packed), folder))
        .isInstanceOf(RefusedPath.class);
    assertThat(folder.resolveSibling("a")).doesNotExist();
  }

  /** Wherever the stream from a pod breaks off, even between two files or after the last one. */
  @Test
  void aCutArchiveIsNotedAtEveryLength() throws IOException {
    byte[] packed = archive(TarConstants.LF_NORMAL, "one", "two");
    for (int length = 0; length < packed.length; length++) {
      byte[] cut = Arrays.copyOf(packed, length);
      Path own = folder.resolve("" + length);
      assertThatThrownBy(() -> ShardArchive.unpack(new ByteArrayInputStream(cut), own))
          .as("%d bytes of %d", length, packed.length)
          .isInstanceOf(EOFException.class);
    }
  }
}
