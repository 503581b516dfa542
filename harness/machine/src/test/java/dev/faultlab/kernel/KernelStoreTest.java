package dev.faultlab.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.guest.CachedKernel;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.KernelStore;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a name stands for, and what is refused, before a kernel is fetched. */
class KernelStoreTest {
  private static final KernelName SID = KernelName.parse("debian:sid");
  private static final KernelName IMAGE_KERNEL = KernelName.parse("oci:team/kernel:5");

  @TempDir private Path root;
  private final FakeContainers machine = new FakeContainers();
  private final List<String> messages = new ArrayList<>();

  @BeforeEach
  void recipes() throws IOException {
    Path recipes = Files.createDirectory(root.resolve("kernel-images"));
    for (String name : List.of("adopt", "pvh-stub.S", "stock", "unpack", "use-suite", "wrap-elf")) {
      Files.writeString(recipes.resolve(name), name);
    }
    machine.debian.put("sid linux-image-amd64", "linux-image-7.1-amd64 7.1.2-1");
  }

  @Test
  void aMovingNameIsAskedForOnceAndKeptByWhatItStandsFor() {
    KernelStore store = store();
    store.check(SID);
    assertThat(machine.commandsRun).containsExactly("newest sid linux-image-amd64");
    CachedKernel kernel = store.provide(SID);
    assertThat(machine.commandsRun)
        .containsExactly("newest sid linux-image-amd64", "stock sid linux-image-7.1-amd64 7.1.2-1");
    assertThat(kernel.directory().getFileName()).hasToString("linux-image-7.1-amd64-7.1.2-1");
    assertThat(kernel.origin())
        .startsWith("r, linux-image-7.1-amd64 7.1.2-1 (asked for as debian:sid), image sha256:s,");
  }

  @Test
  void whatIsHereNeedsNoPreparation() {
    assertThat(store().prepare(List.of(SID, SID))).containsExactly(SID);
    store().provide(SID);
    assertThat(store().prepare(List.of(SID))).isEmpty();
  }

  @Test
  void aNewerKernelIsNotHiddenByTheOneThatIsHere() {
    store().provide(SID);
    machine.debian.put("sid linux-image-amd64", "linux-image-7.2-amd64 7.2.1-1");
    assertThat(store().provide(SID).source()).isEqualTo("linux-image-7.2-amd64 7.2.1-1");
    assertThat(store().present(SID).orElseThrow().source())
        .isEqualTo("linux-image-7.2-amd64 7.2.1-1");
  }

  @Test
  void whenNobodyAnswersTheLastOneIsTakenAndThatIsSaid() {
    store().provide(SID);
    machine.mirrorAnswers = false;
    KernelStore store = store();
    assertThat(store.provide(SID).source()).isEqualTo("linux-image-7.1-amd64 7.1.2-1");
    assertThat(messages)
        .singleElement()
        .asString()
        .contains("debian:sid may mean a newer kernel by now")
        .contains("Debian's mirror does not answer (E: Temporary failure resolving 'mirror.test')")
        .contains("linux-image-7.1-amd64 7.1.2-1");
    store.provide(SID);
    assertThat(messages).hasSize(1);
  }

  @Test
  void aMirrorThatDoesNotAnswerIsNotAskedForEachName() {
    machine.mirrorAnswers = false;
    KernelStore store = store();
    for (String name : List.of("debian:sid", "debian:trixie")) {
      assertThatThrownBy(() -> store.check(KernelName.parse(name)))
          .isInstanceOf(ImageException.class)
          .hasMessageContaining("the kernel " + name + " is unavailable: Debian's mirror does not")
          .hasMessageEndingWith("and the cache has none");
    }
    assertThat(machine.commandsRun).hasSize(1);
  }

  @Test
  void aPackageWithItsVersionInItsNameIsAskedForOnlyWhenItIsNotHere() {
    KernelName name = KernelName.parse("debian:sid/linux-image-7.0-amd64");
    machine.debian.put("sid linux-image-7.0-amd64", "linux-image-7.0-amd64 7.0.9-1");
    store().provide(name);
    machine.debian.clear();
    machine.commandsRun.clear();
    assertThat(store().provide(name).source()).isEqualTo("linux-image-7.0-amd64 7.0.9-1");
    assertThat(machine.commandsRun).isEmpty();
  }

  @Test
  void aSuiteThatDebianDoesNotHaveIsRefused() {
    refuses("debian:nosuch", "the kernel debian:nosuch is unavailable: Debian has no suite nosuch");
  }

  @Test
  void aNameThatNoPairDeclaresIsRefused() {
    refuses("mended", "no kernel is called 'mended'; expected ");
    assertThatThrownBy(() -> store().require(KernelName.parse("mended")))
        .isInstanceOf(NoSuchImageException.class);
    store().require(SID);
    assertThat(machine.commandsRun).isEmpty();
  }

  @Test
  void aFileHasToBeABzImage() throws IOException {
    refuses("file:" + root + "/nope", "there is no such file");
    refuses("file:" + root, "it is a directory");
    Path file = Files.writeString(root.resolve("text"), "x".repeat(2000));
    refuses("file:" + file, "text is not a bzImage: no HdrS at 0x202");
    refuses("file:" + Files.writeString(root.resolve("short"), "x"), "is not a bzImage");
    Path kernel = Files.writeString(root.resolve("good"), "x".repeat(0x202) + "HdrS");
    store().check(KernelName.parse("file:" + kernel));
    assertThat(machine.commandsRun).isEmpty();
  }

  @Test
  void anImageIsPulledOrIsHere() {
    refuses(
        "oci:team/kernel:5",
        UnreachableException.class,
        "the image cannot be pulled (no such manifest)");
    machine.registry.add("team/kernel:5");
    machine.commandsRun.clear();
    store().check(IMAGE_KERNEL);
    assertThat(store().provide(IMAGE_KERNEL).origin())
        .contains("image sha256:of-team/kernel:5 (asked for as oci:team/kernel:5)");
    assertThat(machine.commandsRun)
        .containsExactly(
            "pull team/kernel:5", "adopt image oci:team/kernel:5 sha256:of-team/kernel:5");
  }

  @Test
  void aTagThatWasMovedIsAnotherKernel() {
    machine.images.put("team/kernel:5", "sha256:old");
    store().provide(IMAGE_KERNEL);
    machine.images.put("team/kernel:5", "sha256:new");
    assertThat(store().provide(IMAGE_KERNEL).exact()).isEqualTo("sha256:new");
    machine.images.remove("team/kernel:5");
    assertThat(store().provide(IMAGE_KERNEL).exact()).isEqualTo("sha256:new");
    assertThat(messages).singleElement().asString().contains("the image cannot be pulled");
  }

  private void refuses(String name, String reason) {
    refuses(name, NoSuchImageException.class, reason);
  }

  private void refuses(String name, Class<? extends Exception> type, String reason) {
    assertThatThrownBy(() -> store().check(KernelName.parse(name)))
        .isInstanceOf(type)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("\n");
  }

  /** The store of one invocation. */
  private KernelStore store() {
    Workspace workspace = new Workspace(root, new CacheDir(root.resolve("cache")));
    return new KernelMaker(
            workspace,
            new KernelPairs(root.resolve("kernel-images")),
            (role, args) -> role.equals("base") ? "apt" : "builder",
            machine,
            messages::add)
        .store();
  }
}
