package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The how-to page shows code that runs, and every method that it names is there. */
class PageTest {
  private static final Path PAGE = Path.of("../../docs/testcontainers.md");
  private static final Path SOURCE =
      Path.of("src/test/java/dev/faultlab/testcontainers/LookupsIT.java");

  @Test
  void theCodeOnThePageIsThatOfATest() throws IOException {
    assertThat(String.join("\n", code(Files.readAllLines(PAGE))))
        .isEqualTo(String.join("\n", shown(Files.readAllLines(SOURCE))));
  }

  @Test
  void theMethodsInTheTablesExist() throws IOException {
    List<String> methods =
        Arrays.stream(new Class<?>[] {TestCapture.class, DelayedDns.class, PacketCapture.class})
            .flatMap(type -> Arrays.stream(type.getMethods()))
            .map(java.lang.reflect.Method::getName)
            .toList();
    List<String> named =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.matches("\\| `\\w+\\(.*"))
            .map(line -> line.replaceAll("\\| `(\\w+)\\(.*", "$1"))
            .toList();
    assertThat(named).hasSizeGreaterThan(10).isSubsetOf(methods);
  }

  /** The Java block, as far as it is indented on the page. */
  private static List<String> code(List<String> page) {
    int begin = page.indexOf("   ```java") + 1;
    List<String> rest = page.subList(begin, page.size());
    return rest.subList(0, rest.indexOf("   ```")).stream()
        .map(l -> l.replaceFirst("^ {3}", ""))
        .toList();
  }

  /** Between {@code // page: class} and {@code // page: -}. */
  private static List<String> shown(List<String> source) {
    List<String> lines = new ArrayList<>();
    boolean on = false;
    for (String line : source) {
      if (line.strip().startsWith("// page: ")) {
        on = line.strip().equals("// page: class");
      } else if (on) {
        lines.add(line);
      }
    }
    // Blank lines before a marker belong to what it hides.
    String text = String.join("\n", lines).replaceAll("\n\n+", "\n\n");
    return text.replace("{\n\n", "{\n").replace("\n\n}", "\n}").lines().toList();
  }
}
