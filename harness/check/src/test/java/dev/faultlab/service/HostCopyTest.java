package dev.faultlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCopyTest {
  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.createDirectories(folder.resolve("app/node_modules/left-pad"));
    Files.writeString(folder.resolve("app/start"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(
        folder.resolve("app/start"), PosixFilePermissions.fromString("rwxr-x---"));
    Files.createSymbolicLink(folder.resolve("app/current"), Path.of("start"));
  }

  private HostCopy copy(String source, String... others) {
    return new HostCopy("web", folder.resolve(source), "/srv/app", List.of(others));
  }

  /** Name to permissions and contents. */
  private static Map<String, String> entries(HostCopy copy) throws IOException {
    return entries(copy.archive(Map.of()));
  }

  private static Map<String, String> entries(byte[] archive) throws IOException {
    Map<String, String> entries = new TreeMap<>();
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new ByteArrayInputStream(archive))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        String mode = Integer.toOctalString(entry.getMode() & 0777);
        String content = new String(tar.readAllBytes());
        entries.put(entry.getName(), entry.isSymbolicLink() ? entry.getLinkName() : mode + content);
      }
    }
    return entries;
  }

  @Test
  void aFolderIsCopiedAsItIs() throws IOException {
    assertThat(entries(copy("app")))
        .containsEntry("srv/app/start", "750#!/bin/sh\n")
        .containsEntry("srv/app/current", "start")
        .containsKeys("srv/app/", "srv/app/node_modules/left-pad/");
  }

  @Test
  void aFileIsReplacedAsItsOwnerHasIt() throws IOException {
    Map<Path, byte[]> changes = Map.of(folder.resolve("app/start"), "new".getBytes());
    assertThat(entries(copy("app").archive(changes))).isEqualTo(Map.of("srv/app/start", "750new"));
  }

  @Test
  void whatAnotherMountCoversIsLeftOut() throws IOException {
    assertThat(entries(copy("app", "/srv/app/node_modules")))
        .containsOnlyKeys("srv/app/", "srv/app/current", "srv/app/start");
  }

  @Test
  void aFileIsCopiedToItsTarget() throws IOException {
    assertThat(entries(copy("app/start"))).containsOnlyKeys("srv/app");
  }

  @Test
  void nothingIsCopiedAsAnEmptyFolder() throws IOException {
    assertThat(entries(copy("missing"))).containsOnlyKeys("srv/app/");
    assertThat(copy("missing").refusal()).isEmpty();
    assertThat(folder.resolve("missing")).doesNotExist();
  }

  @Test
  void muchIsRefused() throws IOException {
    assertThat(copy("app").refusal()).isEmpty();
    try (RandomAccessFile large = new RandomAccessFile(folder.resolve("app/db").toFile(), "rw")) {
      large.setLength(65_000_000);
    }
    assertThat(copy("app").refusal().orElseThrow())
        .startsWith("may write to " + folder.resolve("app") + ", and a check copies at most 64 MB");
  }

  /** Otherwise a project that mounts it would take minutes to be refused. */
  @Test
  void aWholeFileSystemIsRefusedAtOnce() {
    HostCopy all = new HostCopy("web", Path.of("/"), "/host", List.of());
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertThat(all.refusal()).isPresent());
  }
}
