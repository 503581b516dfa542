package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of precision in docs/detector-accuracy.md are those of the committed measurement. */
class PrecisionTableTest {
  private static final Path MEASURED = Path.of("../../results/reference/precision.csv");
  private static final Path PAGE = Path.of("../../docs/detector-accuracy.md");

  @Test
  void thePageHasEachRowOfTheMeasurementAndNoOther() throws IOException {
    List<String> rows =
        Files.readAllLines(MEASURED).stream().skip(1).map(PrecisionTableTest::row).toList();
    String page = Files.readString(PAGE);
    String section = page.substring(page.indexOf("## How often it is wrong"));
    List<String> printed =
        section
            .substring(0, section.indexOf("\n## ", 3))
            .lines()
            .filter(line -> line.startsWith("| ") && line.matches(".*\\d.*"))
            .toList();
    assertThat(printed).containsExactlyInAnyOrderElementsOf(rows);
  }

  private static String row(String line) {
    return Arrays.stream(line.split(","))
        .filter(cell -> !cell.isEmpty() && !cell.equals("carriers"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }
}
