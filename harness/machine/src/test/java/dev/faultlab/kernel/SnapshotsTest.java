package dev.faultlab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.docker.ContainerUsage;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Leftover;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTest {
  private static final Instant NOW = Instant.parse("2026-06-15T12:00:00Z");
  private static final int MEBIBYTE = 1 << 20;

  @TempDir private Path directory;
  private Path store;
  private Snapshots snapshots;

  @BeforeEach
  void makeCache() {
    snapshots = new Snapshots(new CacheDir(directory.resolve("cache")), new LocalCommands());
    store = directory.resolve("cache/snapshots/store");
  }

  @Test
  void aGuestIsToldWhereAndHow() {
    assertThat(snapshots.variables(GuestStart.FROM_SNAPSHOT))
        .isEqualTo(Map.of("VM_SNAPSHOTS", store.toString(), "VM_SNAPSHOT_MODE", "auto"));
    assertThat(snapshots.variables(GuestStart.COLD)).containsEntry("VM_SNAPSHOT_MODE", "off");
  }

  @Test
  void guestsOfAnyUserWriteWhereNobodyElseComes() throws IOException {
    snapshots.variables(GuestStart.FROM_SNAPSHOT);
    assertThat(modes(store)).isEqualTo("rwxrwxrwx");
    assertThat(modes(store.getParent())).isEqualTo("rwx------");
  }

  @Test
  void whatWasNotUsedForLongAndWhatWasNeverFinishedGoes() throws IOException {
    snapshot("used", Duration.ofDays(6));
    snapshot("old", Duration.ofDays(8));
    snapshot("killed.part", Duration.ofDays(8));
    Files.delete(store.resolve("killed.part/manifest.json"));
    Files.setLastModifiedTime(store.resolve("killed.part"), ago(Duration.ofDays(8)));
    Files.writeString(store.resolve("old.lock"), "");

    List<Leftover> found = find(Set.of());
    assertThat(found)
        .extracting(Leftover::what)
        .containsExactly("snapshot killed.part", "snapshot old");
    found.forEach(leftover -> leftover.removal().run());
    assertThat(store.resolve("used")).exists();
    assertThat(store.resolve("old")).doesNotExist();
    assertThat(snapshots.count()).isEqualTo(1);
  }

  @Test
  void nothingGoesWhileAGuestMayStartFromIt() throws IOException {
    snapshot("old", Duration.ofDays(8));
    assertThat(find(Set.of(store.toString()))).isEmpty();
  }

  @Test
  void onlyWhatLiesOnTheDiskIsCounted() throws IOException {
    snapshot("one", Duration.ZERO);
    try (RandomAccessFile memory =
        new RandomAccessFile(store.resolve("one/memory").toFile(), "rw")) {
      memory.setLength(64L * MEBIBYTE);
      memory.seek(8L * MEBIBYTE);
      memory.write(new byte[MEBIBYTE]);
      memory.getFD().sync(); // blocks are given when the data is written, not when it is sent
    }
    assertThat(snapshots.count()).isEqualTo(1);
    assertThat(snapshots.bytes()).isBetween((long) MEBIBYTE, 2L * MEBIBYTE);
  }

  private List<Leftover> find(Set<String> occupied) {
    return snapshots.find(new ContainerUsage(occupied), NOW.minus(Duration.ofDays(7)));
  }

  private void snapshot(String key, Duration age) throws IOException {
    snapshots.variables(GuestStart.COLD);
    Path folder = Files.createDirectory(store.resolve(key));
    Path manifest = Files.writeString(folder.resolve("manifest.json"), "{}");
    Files.setLastModifiedTime(manifest, ago(age));
  }

  private static FileTime ago(Duration age) {
    return FileTime.from(NOW.minus(age));
  }

  private static String modes(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
