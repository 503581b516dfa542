package dev.faultlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.faultlab.exercise.ClassYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that would overflow the stack or fill the memory are refused, with file and line. */
class YamlLimitsTest {
  private static final Path FILE = Path.of("x.yaml");

  @TempDir private Path folder;

  private record Contents(Map<String, Object> a) {}

  private static String refusal(String text) {
    try {
      YamlTree.read(FILE, text);
    } catch (LabException refused) {
      return refused.getMessage();
    }
    throw new AssertionError("taken: " + text.substring(0, Math.min(80, text.length())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"one: 1\na: &a\n  b: *a\n", "one: 1\na: &a\n  - *a\n"})
  void aPartThatHoldsItselfIsRefused(String text) throws IOException {
    assertThat(refusal(text)).matches("x.yaml:[23]: is nested more than 50 deep, or contains .*");
    Path file = Files.writeString(folder.resolve("repairs.yaml"), text);
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> ClassYaml.read(file, Contents.class))
        .withMessageContaining(file + ":");
  }

  /** Twenty levels of two aliases each are a million parts. */
  @ParameterizedTest
  @ValueSource(ints = {2, 9})
  void aliasesThatMultiplyAreRefused(int times) {
    StringBuilder text = new StringBuilder("l0: &l0 [x, x]\n");
    for (int level = 1; level < 20; level++) {
      text.append("l" + level + ": &l" + level + " [");
      text.append(("*l" + (level - 1) + ", ").repeat(times)).append("x]\n");
    }
    assertThat(refusal(text.toString()))
        .startsWith("x.yaml:")
        .contains("more than 100000 parts, with those that aliases repeat");
  }

  @ParameterizedTest
  @ValueSource(ints = {52, 90, 200, 100_000})
  void whatIsNestedTooDeepIsRefused(int depth) {
    assertThat(refusal("a: " + "[".repeat(depth) + "]".repeat(depth))).startsWith("x.yaml:1: ");
  }

  @Test
  void aTextThatIsTooLongIsRefused() {
    assertThat(refusal("a: " + "x".repeat(4_000_000))).startsWith("x.yaml:1: ");
  }

  @Test
  void whatLabsHaveIsRead() {
    String text = "a: &a [1, 2]\n" + "b: [" + "*a, ".repeat(1_000) + "*a]\n";
    assertThat(YamlTree.read(FILE, text).json().get("b")).hasSize(1_001);
    assertThat(YamlTree.read(FILE, "a: " + "[".repeat(49) + "]".repeat(49)).json()).isNotNull();
  }

  @Test
  void aWrongPartIsNamedByItsLine() throws IOException {
    Path file = Files.writeString(folder.resolve("repairs.yaml"), "a:\n  b: 1\nc: 2\n");
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> ClassYaml.read(file, Contents.class))
        .withMessageContaining(file + ":3: Unrecognized field");
  }
}
