package dev.faultlab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.docker.ContainerUsage;
import dev.faultlab.guest.CachedKernel;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.KernelStore;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Leftover;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaleKernelsTest {
  private static final Instant NOW = Instant.parse("2026-06-15T12:00:00Z");
  private static final KernelName SID = KernelName.parse("debian:sid/linux-image-cloud-amd64");

  @TempDir private Path directory;

  @Test
  void aKernelStaysWhileItsNameLeadsToIt() throws IOException {
    CachedKernel current = store(workspace()).provide(SID);
    StaleKernels.noteUse(workspace().cache(), SID, current);
    Path older = kernel("debian-sid-0123456789ab", "debian:sid");
    age();
    assertThat(old(Set.of())).containsExactly("kernel " + older.getFileName());
  }

  @Test
  void whatWasUsedThisWeekOrIsMountedStays() throws IOException {
    Path older = kernel("debian-sid-0123456789ab", "debian:sid");
    StaleKernels.noteUse(workspace().cache(), SID, new CachedKernel("debian:sid", older));
    Files.setLastModifiedTime(older, FileTime.from(NOW.minus(Duration.ofDays(8))));
    assertThat(old(Set.of())).isEmpty();
    age();
    assertThat(old(Set.of(older + "/vmlinuz"))).isEmpty();
    assertThat(old(Set.of(older + "9"))).containsExactly("kernel debian-sid-0123456789ab");
  }

  @Test
  void aGuestRootGoesWithItsImage() throws IOException {
    Path roots = workspace().cache().directory("roots");
    Files.createDirectory(roots.resolve("feed"));
    Files.createDirectory(roots.resolve("dead"));
    age();
    assertThat(old(Set.of())).containsExactly("guest root dead");
  }

  @Test
  void removalTakesTheFilesAway() throws IOException {
    Path older = kernel("debian-sid-0123456789ab", "debian:sid");
    age();
    find(Set.of()).forEach(leftover -> leftover.removal().run());
    assertThat(older).doesNotExist();
  }

  private List<String> old(Set<String> occupied) {
    return find(occupied).stream().map(Leftover::what).toList();
  }

  private List<Leftover> find(Set<String> occupied) {
    Workspace repository = workspace();
    return new StaleKernels(repository.cache(), store(repository))
        .find(new ContainerUsage(occupied), Set.of("sha256:feed"), NOW.minus(Duration.ofDays(7)));
  }

  private Path kernel(String name, String asked) throws IOException {
    Path kernel = workspace().cache().directory("kernels").resolve(name);
    Files.createDirectory(kernel);
    write(kernel, asked);
    return kernel;
  }

  private void age() throws IOException {
    FileTime then = FileTime.from(NOW.minus(Duration.ofDays(8)));
    for (String part : List.of("kernels", "roots", "uses")) {
      try (var files = Files.list(workspace().cache().directory(part))) {
        for (Path file : files.toList()) {
          Files.setLastModifiedTime(file, then);
        }
      }
    }
  }

  @BeforeEach
  void makeClone() throws IOException {
    Path root = Files.createDirectories(directory.resolve("clone"));
    Path recipes = Path.of("../../kernel-images").toAbsolutePath().normalize();
    Files.createSymbolicLink(root.resolve("kernel-images"), recipes);
  }

  private Workspace workspace() {
    return new Workspace(directory.resolve("clone"), new CacheDir(directory.resolve("cache")));
  }

  /** On an engine where making a kernel leaves its provenance. */
  private static KernelStore store(Workspace workspace) {
    Commands engine =
        command -> {
          String words = command.toString();
          Matcher out = Pattern.compile(" --volume (\\S+):/out ").matcher(words);
          if (out.find()) {
            write(Path.of(out.group(1)), "debian:sid");
          }
          String output = words.contains("newest") ? "linux-image-7.1-cloud-amd64 7.1.2-1\n" : "";
          return new CommandResult(0, output, "");
        };
    KernelPairs pairs = new KernelPairs(workspace.root().resolve("kernel-images"));
    return new KernelMaker(workspace, pairs, (role, args) -> role, engine, message -> {}).store();
  }

  private static void write(Path kernel, String asked) {
    try {
      Files.writeString(kernel.resolve(KernelStore.PROVENANCE), "{\"name\": \"" + asked + "\"}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
