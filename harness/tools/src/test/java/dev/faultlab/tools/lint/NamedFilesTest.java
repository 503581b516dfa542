package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests and files that pages name are there. */
class NamedFilesTest {
  private static final Path ROOT = Path.of("../..");
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+Test|\\w+_test\\.go)`");
  private static final Pattern FILE = Pattern.compile("\\*\\*`([^`]+)`\\*\\*");

  @ParameterizedTest
  @ValueSource(strings = {"SECURITY.md", "CONTRIBUTING.md"})
  void everyOneIsThere(String page) throws IOException {
    String text = Files.readString(ROOT.resolve(page));
    List<String> tests =
        groups(TEST, text).stream().map(n -> n.endsWith(".go") ? n : n + ".java").toList();
    try (Stream<Path> harness = Files.walk(ROOT.resolve("harness"));
        Stream<Path> live = Files.walk(ROOT.resolve("go-apps/live"))) {
      assertThat(Stream.concat(harness, live).map(file -> file.getFileName().toString()))
          .containsAll(tests);
    }
    List<String> files = groups(FILE, text);
    assertThat(tests.size() + files.size()).isGreaterThan(15);
    assertThat(files).allSatisfy(file -> assertThat(ROOT.resolve(file)).exists());
  }

  private static List<String> groups(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }
}
