package dev.faultlab.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentKeyTest {
  @TempDir private Path recipes;

  @Test
  void onlyTheRecipesThatHadAPartInItCount() throws IOException {
    Files.writeString(recipes.resolve("build"), "make");
    Files.writeString(recipes.resolve("README.md"), "text");
    ContentKey key = ContentKey.of(recipes);
    String before = key.of("fixed", List.of("build"));
    Files.writeString(recipes.resolve("README.md"), "other text");
    assertThat(key.of("fixed", List.of("build"))).isEqualTo(before);
    assertThat(key.of("other", List.of("build"))).isNotEqualTo(before);
    Files.writeString(recipes.resolve("build"), "make -s");
    assertThat(key.of("fixed", List.of("build"))).isNotEqualTo(before);
  }
}
