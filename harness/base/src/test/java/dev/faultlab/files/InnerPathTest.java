package dev.faultlab.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InnerPathTest {
  @TempDir private Path folder;

  @Test
  void staysInside() {
    assertThat(InnerPath.of(folder, "evidence/keeps/1"))
        .isEqualTo(folder.resolve("evidence/keeps/1"));
    assertThat(InnerPath.of(folder, "a..b/..c")).isEqualTo(folder.resolve("a..b/..c"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/proc",
        "..",
        "../x",
        "evidence/../../x",
        "evidence/..",
        "../../../../proc/sys/net",
        "a\0b"
      })
  void refusesWhatLeadsOut(String name) {
    assertThatThrownBy(() -> InnerPath.of(folder, name))
        .isInstanceOf(RefusedPath.class)
        .hasMessageContaining("expected one inside " + folder)
        .hasMessageNotContaining("\0");
  }

  @Test
  void refusesLinksOnTheWayAndAtTheEnd() throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), Path.of("/proc"));
    for (String name : new String[] {"link", "link/version"}) {
      assertThatThrownBy(() -> InnerPath.of(folder, name))
          .isInstanceOf(RefusedPath.class)
          .hasMessageContaining("is a symbolic link");
    }
  }
}
