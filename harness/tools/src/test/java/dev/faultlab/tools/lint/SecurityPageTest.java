package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** SECURITY.md says which test tries a hostile input. */
class SecurityPageTest {
  private static final Path ROOT = Path.of("../..");
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+Test|\\w+_test\\.go)`");

  @Test
  void everyTestThatThePageNamesIsThere() throws IOException {
    List<String> named =
        TEST.matcher(Files.readString(ROOT.resolve("SECURITY.md")))
            .results()
            .map((MatchResult test) -> test.group(1))
            .map(name -> name.endsWith(".go") ? name : name + ".java")
            .toList();
    assertThat(named).hasSizeGreaterThan(20);
    assertThat(sources()).containsAll(named);
  }

  private static Set<String> sources() throws IOException {
    try (Stream<Path> harness = Files.walk(ROOT.resolve("harness"));
        Stream<Path> live = Files.walk(ROOT.resolve("go-apps/live"))) {
      return Stream.concat(harness, live)
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toSet());
    }
  }
}
