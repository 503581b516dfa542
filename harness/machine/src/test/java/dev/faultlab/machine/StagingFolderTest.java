package dev.faultlab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.files.RefusedPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagingFolderTest {
  @TempDir private Path parent;

  @Test
  void whatIsNotMovedIsGone() throws IOException {
    try (StagingFolder folder = StagingFolder.in(parent, () -> {})) {
      Files.writeString(folder.path().resolve("half"), "");
    }
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void whatIsCompleteTakesThePlaceOfWhatLacksSomething() throws IOException {
    Path place = parent.resolve("kernels/place");
    Files.createDirectories(place);
    Files.writeString(place.resolve("old"), "");
    try (StagingFolder folder = StagingFolder.in(parent, () -> {})) {
      Files.writeString(folder.path().resolve("new"), "");
      folder.moveTo(place);
    }
    assertThat(place).isDirectoryContaining("glob:**/new").isDirectoryNotContaining("glob:**/old");
  }

  /** A guest's container has a root without privileges over files. */
  @Test
  void everybodyMayReadWhatIsInItsPlace() throws IOException {
    Path place = parent.resolve("place");
    try (StagingFolder folder = StagingFolder.in(parent, () -> {})) {
      Path file = Files.writeString(folder.path().resolve("bzImage"), "");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      folder.moveTo(place);
    }
    assertThat(modes(place)).isEqualTo("rwxr-xr-x");
    assertThat(modes(place.resolve("bzImage"))).isEqualTo("rw-r--r--");
  }

  /** What an image carries becomes readable, and nothing that a link in it names. */
  @Test
  void noPermissionIsGivenThroughALink() throws IOException {
    Path secret = Files.writeString(parent.resolve("shadow"), "secret");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    Path place = parent.resolve("place");
    try (StagingFolder folder = StagingFolder.in(parent, () -> {})) {
      Files.createSymbolicLink(folder.path().resolve("bzImage"), secret);
      assertThatThrownBy(() -> folder.moveTo(place)).isInstanceOf(RefusedPath.class);
    }
    assertThat(modes(secret)).isEqualTo("rw-------");
    assertThat(place).doesNotExist();
  }

  /** Another JVM makes one and is ended by SIGTERM while a program of its works in it. */
  @Test
  void anEndBySignalLeavesNeitherFolderNorProgram() throws Exception {
    Process maker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StagingFolderTest.class.getName(),
                parent.toString())
            .start();
    long child = Long.parseLong(maker.inputReader().readLine());
    ProcessHandle sleep = ProcessHandle.of(child).orElseThrow();
    assertThat(parent).isNotEmptyDirectory();

    maker.toHandle().destroy(); // and not its output

    try {
      assertThat(maker.waitFor()).isEqualTo(143);
      assertThat(maker.inputReader().readLine()).isEqualTo("stopped");
      assertThat(sleep.onExit()).succeedsWithin(Duration.ofMinutes(1));
    } finally {
      sleep.destroy(); // where it is left behind
    }
    assertThat(parent).isEmptyDirectory();
  }

  /** Says its program's number, and waits for it. */
  public static void main(String[] arguments) throws Exception {
    Runnable stop = () -> System.out.println("stopped");
    try (StagingFolder folder = StagingFolder.in(Path.of(arguments[0]), stop)) {
      Process sleep = new ProcessBuilder("sleep", "1000").directory(folder.path().toFile()).start();
      System.out.println(sleep.pid());
      sleep.waitFor();
    }
  }

  private static String modes(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
