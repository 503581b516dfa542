package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The tables of precision in docs/explanation/detector-accuracy.md are those of the committed
 * measurement.
 */
class PrecisionTableTest {
  private static final Path MEASURED = Path.of("../../results/reference");
  private static final Path PAGE = Path.of("../../docs/explanation/detector-accuracy.md");

  @ParameterizedTest
  @CsvSource({
    "precision.csv, How often it is wrong, 9",
    "repositories.csv, Captures of public repositories, 6",
    "unjudged.csv, Captures with nothing to judge, 2"
  })
  void thePageHasEachRowOfTheMeasurementAndNoOther(String measured, String title, int cells)
      throws IOException {
    List<String> rows =
        Files.readAllLines(MEASURED.resolve(measured)).stream()
            .skip(1)
            .map(line -> row(line, cells))
            .toList();
    String page = Files.readString(PAGE);
    String section = page.substring(page.indexOf("## " + title));
    List<String> printed =
        section
            .substring(0, section.indexOf("\n## ", 3))
            .lines()
            .filter(line -> line.startsWith("| ") && line.matches(".*\\d.*"))
            .toList();
    assertThat(printed).containsExactlyInAnyOrderElementsOf(rows);
  }

  private static String row(String line, int cells) {
    return Arrays.stream(line.split(","))
        .limit(cells)
        .filter(cell -> !cell.isEmpty() && !cell.equals("carriers"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }
}
