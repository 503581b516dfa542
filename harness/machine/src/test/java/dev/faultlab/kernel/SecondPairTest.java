package dev.faultlab.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.RoleImageSource;
import dev.faultlab.guest.CachedKernel;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.KernelStore;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A second pair is a folder and nothing else. Our own {@code build-pair} runs here on a source tree
 * of one file, without a container, with a {@code make} that copies that file instead of compiling
 * a kernel; what the compiler makes of a real tree is not shown.
 */
class SecondPairTest {
  private static final Path KERNEL_IMAGES = Path.of("../../kernel-images");

  @TempDir private Path root;
  private Path recipes;
  private Path tools;

  @BeforeEach
  void aCloneWithASecondPair() throws IOException {
    recipes = Files.createDirectory(root.resolve("kernel-images"));
    program(recipes.resolve("build-pair"), Files.readString(KERNEL_IMAGES.resolve("build-pair")));
    program(recipes.resolve("offsets"), "#!/bin/sh\necho {}\n");
    Files.copy(KERNEL_IMAGES.resolve("guest.config"), recipes.resolve("guest.config"));
    Path pair = Files.createDirectory(recipes.resolve("hole"));
    Files.writeString(
        pair.resolve("pair.yaml"),
        """
        title: a hole in the core
        source: linux-source-6.12
        change:
          commit: 0123456789ab
          subject: "net: Close the hole"
          takeOut: open-hole
        kernels:
          with: plugged
          without: leaky
        """);
    program(
        pair.resolve("open-hole"),
        "#!/bin/sh\nset -e\ngrep -qx 'guard();' \"$1/core.c\"\nsed -i '/^guard();$/d' \"$1/core.c\"\n");
    tools = Files.createDirectory(root.resolve("tools"));
    program(tools.resolve("gcc"), "#!/bin/sh\necho 'gcc of a test'\n");
    program(tools.resolve("dpkg-query"), "#!/bin/sh\nprintf 6.12.1-1\n");
    program(
        tools.resolve("make"),
        """
        #!/bin/bash
        case ${!#} in
          tinyconfig) : >.config ;;
          bzImage)
            mkdir -p arch/x86/boot include/config
            cp core.c arch/x86/boot/bzImage
            for word; do [[ $word != LOCALVERSION=* ]] || echo "6.12.1${word#*=}"; done >include/config/kernel.release ;;
        esac
        """);
  }

  @Test
  void isBuiltFromItsDataAlone() throws IOException {
    sourceTree("open();\nguard();\n");
    KernelStore store = store();
    CachedKernel leaky = store.provide(KernelName.parse("leaky"));
    assertThat(leaky.directory().resolve("bzImage")).hasContent("open();\n");
    assertThat(leaky.release()).isEqualTo("6.12.1-faultlab-leaky");
    assertThat(leaky.source()).isEqualTo("linux-source-6.12 6.12.1-1 without 0123456789ab");
    CachedKernel plugged = store.present(KernelName.parse("plugged")).orElseThrow();
    assertThat(plugged.directory().resolve("bzImage")).hasContent("open();\nguard();\n");
    assertThat(plugged.source()).isEqualTo("linux-source-6.12 6.12.1-1");
    assertThat(new KernelPairs(recipes).declared().values())
        .containsExactly(
            "a hole in the core (without 0123456789ab)", "a hole in the core (with 0123456789ab)");
  }

  @Test
  void isNotKeptWhenItsChangeCannotBeTakenOut() throws IOException {
    sourceTree("open();\n");
    assertThatThrownBy(() -> store().provide(KernelName.parse("leaky")))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("Building the kernels plugged and leaky failed (status 1)");
    assertThat(store().present(KernelName.parse("plugged"))).isEmpty();
  }

  @Test
  void isBuiltAnewForAnotherChangeButNotForAnotherTitle() throws IOException {
    sourceTree("open();\nguard();\n");
    store().provide(KernelName.parse("leaky"));
    Path yaml = recipes.resolve("hole/pair.yaml");
    Files.writeString(yaml, Files.readString(yaml).replace("a hole in", "holes in"));
    assertThat(store().present(KernelName.parse("leaky"))).isPresent();
    Files.writeString(yaml, Files.readString(yaml).replace("0123456789ab", "ba9876543210"));
    assertThat(store().present(KernelName.parse("leaky"))).isEmpty();
  }

  private void sourceTree(String code) throws IOException {
    Path sources = Files.createDirectory(root.resolve("sources"));
    Path tree = Files.createDirectory(sources.resolve("linux-source-6.12"));
    Files.writeString(tree.resolve("core.c"), code);
    Path tar = sources.resolve("linux-source-6.12.tar.xz");
    CommandResult packed =
        new LocalCommands()
            .run(
                Command.of(
                    "tar", "-cf", tar.toString(), "-C", sources.toString(), "linux-source-6.12"));
    assertThat(packed.status()).as(packed.err()).isZero();
  }

  private KernelStore store() {
    Workspace workspace = new Workspace(root, new CacheDir(root.resolve("cache")));
    // The image is there for the second pair's source only.
    RoleImageSource images =
        (role, args) -> {
          assertThat(args).containsEntry("SOURCE", "linux-source-6.12");
          return "builder";
        };
    KernelPairs pairs = new KernelPairs(recipes);
    return new KernelMaker(workspace, pairs, images, this::run, message -> {}).store();
  }

  /** What the engine would run in the container, run here. */
  private CommandResult run(Command command) {
    List<String> words = command.words();
    String out = words.stream().filter(word -> word.endsWith(":/out")).findFirst().orElseThrow();
    List<String> inside =
        words.subList(words.indexOf("builder") + 1, words.size()).stream()
            .map(word -> word.replace("/recipes", recipes.toString()))
            .map(word -> word.equals("/out") ? out.substring(0, out.indexOf(':')) : word)
            .toList();
    return new LocalCommands()
        .run(
            Command.of(inside)
                .with("PATH", tools + ":" + System.getenv("PATH"))
                .with("BUILD", root.resolve("build").toString())
                .with("SOURCES", root.resolve("sources").toString()));
  }

  private static void program(Path file, String text) throws IOException {
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
