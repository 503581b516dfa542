package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        "--labs /a run x --quick",
        "run --labs /a x --quick",
        "run x --quick --labs /a",
        "run x --labs=/a/ --quick"
      })
  void theOptionMayStandAnywhere(String typed) {
    LabFolders folders = LabFolders.of(List.of(typed.split(" ")), Map.of());
    assertThat(folders.words()).containsExactly("run", "x", "--quick");
    assertThat(folders.outside()).containsExactly(Path.of("/a"));
  }

  @Test
  void behindUpgradeItNamesLabs() {
    LabFolders folders =
        LabFolders.of(List.of("--labs /a upgrade --labs charset".split(" ")), Map.of());
    assertThat(folders.words()).containsExactly("upgrade", "--labs", "charset");
    assertThat(folders.outside()).containsExactly(Path.of("/a"));
  }

  @Test
  void theVariablesFoldersComeFirstAndNoFolderTwice() {
    LabFolders folders =
        LabFolders.of(List.of("lint", "--labs", "/b/../a"), Map.of("FAULTLAB_LABS", "/c::/a"));
    assertThat(folders.outside()).containsExactly(Path.of("/c"), Path.of("/a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"run x --labs", "run --labs --quick", "run --labs="})
  void theOptionNeedsAFolder(String typed) {
    assertThatThrownBy(() -> LabFolders.of(List.of(typed.split(" ")), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--labs needs a folder");
  }
}
