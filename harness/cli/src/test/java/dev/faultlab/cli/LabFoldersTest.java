package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.command.WrongUsage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabFoldersTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--lab-path /a run x --quick",
        "run --lab-path /a x --quick",
        "run x --quick --lab-path /a",
        "run x --lab-path=/a/ --quick"
      })
  void theOptionMayStandAnywhere(String typed) {
    LabFolders folders = LabFolders.of(List.of(typed.split(" ")), Map.of());
    assertThat(folders.words()).containsExactly("run", "x", "--quick");
    assertThat(folders.outside()).containsExactly(Path.of("/a"));
  }

  @Test
  void theVariablesFoldersComeFirstAndNoFolderTwice() {
    LabFolders folders =
        LabFolders.of(List.of("lint", "--lab-path", "/b/../a"), Map.of("FAULTLAB_LABS", "/c::/a"));
    assertThat(folders.outside()).containsExactly(Path.of("/c"), Path.of("/a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"run x --lab-path", "run --lab-path --quick", "run --lab-path="})
  void theOptionNeedsAFolder(String typed) {
    assertThatThrownBy(() -> LabFolders.of(List.of(typed.split(" ")), Map.of()))
        .isInstanceOf(WrongUsage.class)
        .hasMessageContaining("--lab-path needs a folder");
  }
}
