package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.guest.ContentKey;
import dev.faultlab.guest.KernelRecipes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The jar has the recipes of this clone, so that both build the same. */
class RecipesTest {
  private static final Path KERNELS = Path.of("../../kernel-images");

  @Test
  void theImagesAreBuiltFromTheFilesOfTheClone() throws IOException {
    assertSame("kernel-images/guest", KERNELS.resolve("guest"));
    assertSame("base", Path.of("../../images/base"));
  }

  @Test
  void programsAreExecutableAlthoughAJarKeepsNoPermissions() {
    Map<String, byte[]> files = Recipes.files("kernel-images/guest");
    assertThat(Recipes.permissions(files.get("make-tools"))).isEqualTo(0755);
    assertThat(Recipes.permissions(files.get("src/main.go"))).isEqualTo(0644);
  }

  /** Or a kernel would be fetched once for tests and once for runs. */
  @Test
  void kernelsHaveTheSameKeyAsInTheClone() {
    List<String> recipes = KernelRecipes.UNPACKING;
    assertThat(new ContentKey(Recipes::kernelRecipe).of("debian:sid", recipes))
        .isEqualTo(ContentKey.of(KERNELS).of("debian:sid", recipes));
    assertThat(Recipes.kernelRecipe(KernelRecipes.NEWEST)).isNotEmpty();
    assertThatThrownBy(() -> Recipes.kernelRecipe("nosuch")).hasMessageContaining("nosuch");
  }

  private static void assertSame(String inJar, Path folder) throws IOException {
    Map<String, byte[]> files = Recipes.files(inJar);
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> ours = all.filter(Files::isRegularFile).toList();
      assertThat(files).hasSameSizeAs(ours);
      for (Path file : ours) {
        assertThat(files.get(folder.relativize(file).toString()))
            .as(file.toString())
            .isEqualTo(Files.readAllBytes(file));
      }
    }
  }
}
