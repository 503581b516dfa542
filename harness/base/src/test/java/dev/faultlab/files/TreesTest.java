package dev.faultlab.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreesTest {
  @TempDir private Path root;
  private Path folder;
  private Path secret;

  @BeforeEach
  void folder() throws IOException {
    secret = Files.writeString(root.resolve("id_ed25519"), "secret");
    folder = Files.createDirectories(root.resolve("run/evidence/1")).getParent().getParent();
    Files.writeString(folder.resolve("evidence/1/counters.json"), "{}");
  }

  @Test
  void copiesFilesAndHardLinks() throws IOException {
    Files.createLink(folder.resolve("again"), folder.resolve("evidence/1/counters.json"));
    Trees.copy(folder, root.resolve("copy"));
    assertThat(root.resolve("copy/evidence/1/counters.json")).hasContent("{}");
    assertThat(root.resolve("copy/again")).hasContent("{}");
  }

  @Test
  void copiesNothingOfAFolderWithALinkOrAPipe() throws Exception {
    Path path = folder.resolve("evidence/1/odd");
    for (List<String> make :
        List.of(
            List.of("ln", "-s", secret.toString()),
            List.of("ln", "-s", "nowhere"),
            List.of("ln", "-s", root.toString()),
            List.of("mkfifo"))) {
      List<String> words = new java.util.ArrayList<>(make);
      words.add(path.toString());
      assertThat(new ProcessBuilder(words).start().waitFor()).isZero();
      assertThatThrownBy(() -> Trees.copy(folder, root.resolve("copy")))
          .isInstanceOf(RefusedPath.class)
          .hasMessageContaining(path + " is a ");
      assertThat(root.resolve("copy")).doesNotExist();
      Trees.delete(path);
      assertThat(path.getParent()).isDirectoryNotContaining("glob:**/odd");
    }
    Path link = Files.createSymbolicLink(root.resolve("link"), folder);
    assertThatThrownBy(() -> Trees.copy(link, root.resolve("copy")))
        .isInstanceOf(RefusedPath.class);
    assertThat(secret).hasContent("secret");
  }
}
