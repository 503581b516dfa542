package dev.faultlab.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.docker.ImageException;
import dev.faultlab.guest.KernelName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelPairTest {
  private static final Path KERNEL_IMAGES = Path.of("../../kernel-images");

  private static final String YAML =
      """
      title: a hole
      source: linux-source-6.12
      change:
        commit: 0123456789ab
        subject: "net: Close the hole"
        takeOut: open-hole
      kernels:
        with: plugged
        without: leaky
      """;

  @TempDir private Path recipes;
  private Path folder;

  @BeforeEach
  void pair() throws IOException {
    folder = Files.createDirectory(recipes.resolve("hole"));
    Files.writeString(folder.resolve("open-hole"), "#!/bin/sh\n").toFile().setExecutable(true);
    Files.writeString(folder.resolve("pair.yaml"), YAML);
  }

  @Test
  void theKernelsOfTheWindowScaleAreCalledAsEver() {
    KernelPair pair = new KernelPairs(KERNEL_IMAGES).of(new KernelName.Built("unfixed"));
    assertThat(pair.kernels()).containsExactly("fixed", "unfixed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "title: a hole           | titel: a hole                | found the unknown key 'titel'",
        "title: a hole           | ''                           | pair.yaml: title is ''; expected",
        "title: a hole           | title: [a hole               | pair.yaml:1: ",
        "linux-source-6.12       | $(reboot)                    | source is '$(reboot)'; expected",
        "0123456789ab            | the-newest                   | change.commit is 'the-newest'",
        "with: plugged           | with: ../plugged             | kernels.with is '../plugged'",
        "with: plugged           | with:                        | pair.yaml: kernels.with is ''; expected",
        "takeOut: open-hole      | takeOut: close-hole          | not an executable file",
        "takeOut: open-hole      | takeOut: ../../bin/sh        | change.takeOut is",
      })
  void refusesWhatItCannotUse(String right, String wrong, String reason) throws IOException {
    Files.writeString(folder.resolve("pair.yaml"), YAML.replace(right, wrong));
    assertThatThrownBy(() -> KernelPair.read(folder))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void neitherAliasesNorDepthOverflowAnything() throws IOException {
    for (String yaml : List.of("change: &a\n  b: *a\n", "kernels: " + "{a: ".repeat(5_000))) {
      Files.writeString(folder.resolve("pair.yaml"), yaml);
      assertThatThrownBy(() -> KernelPair.read(folder)).isInstanceOf(ImageException.class);
    }
  }

  @Test
  void refusesTwoKernelsOfOneName() throws IOException {
    Path other = Files.createDirectory(recipes.resolve("other"));
    Files.writeString(other.resolve("open-hole"), "#!/bin/sh\n").toFile().setExecutable(true);
    Files.writeString(other.resolve("pair.yaml"), YAML.replace("plugged", "tight"));
    assertThatThrownBy(() -> new KernelPairs(recipes))
        .hasMessage(
            "two kernels are called leaky: in kernel-images/hole and in kernel-images/other");
  }
}
