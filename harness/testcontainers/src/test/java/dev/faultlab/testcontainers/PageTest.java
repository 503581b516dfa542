package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The how-to page shows code that runs, and every method that it names is there. */
class PageTest {
  private static final Path PAGE = Path.of("../../docs/how-to/testcontainers.md");
  private static final Path KERNELS = Path.of("../../docs/how-to/kernel-containers.md");
  private static final Path CONDITIONS = Path.of("../../docs/how-to/condition-tests.md");
  private static final Path TESTS = Path.of("src/test/java/dev/faultlab/testcontainers");

  @Test
  void theCodeOnThePageIsThatOfATest() throws IOException {
    assertThat(code(PAGE, "   ")).isEqualTo(shown("LookupsIT.java"));
    assertThat(code(KERNELS, ""))
        .isEqualTo(shown("KernelContainerIT.java").stripTrailing().stripIndent());
    assertThat(code(CONDITIONS, "   ")).isEqualTo(shown("IdleConnectionsIT.java"));
    assertThat(Path.of("../../examples/junit/src/test/java/shop/PoolsTest.java"))
        .content()
        .doesNotContainPattern("getProperty\\(\"[^\"]+\"\\)") // null if it is not set
        .endsWith("*/\n" + code(PAGE, "") + "\n");
  }

  @Test
  void theMethodsInTheTablesExist() throws IOException {
    List<String> methods =
        Stream.of(
                TestCapture.class,
                DelayedDns.class,
                PacketCapture.class,
                Kernel.class,
                KernelContainer.class)
            .flatMap(type -> Arrays.stream(type.getMethods()))
            .map(java.lang.reflect.Method::getName)
            .toList();
    List<String> named =
        Stream.of(Files.readAllLines(PAGE), Files.readAllLines(KERNELS))
            .flatMap(List::stream)
            .filter(line -> line.matches("\\| `\\w+\\(.*"))
            .map(line -> line.replaceAll("\\| `(\\w+)\\(.*", "$1"))
            .toList();
    assertThat(named).hasSizeGreaterThan(10).isSubsetOf(methods);
  }

  /** The first Java block with this indentation. */
  private static String code(Path file, String indent) throws IOException {
    List<String> page = Files.readAllLines(file);
    int begin = page.indexOf(indent + "```java") + 1;
    List<String> rest = page.subList(begin, page.size());
    return rest.subList(0, rest.indexOf(indent + "```")).stream()
        .map(line -> line.isEmpty() ? line : line.substring(indent.length()))
        .collect(Collectors.joining("\n"));
  }

  /** Between {@code // page: class} and {@code // page: -}. */
  private static String shown(String file) throws IOException {
    List<String> source = Files.readAllLines(TESTS.resolve(file));
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
    return text.replace("{\n\n", "{\n").replace("\n\n}", "\n}");
  }
}
