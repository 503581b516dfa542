package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTablesTest {
  private static final String EMPTY = "# Title\n<!-- table:sample -->\n<!-- /table -->\nend\n";

  @TempDir Path results;
  private ReadmeTables tables;

  @BeforeEach
  void reference() throws IOException {
    Files.createDirectories(results.resolve("reference"));
    Files.writeString(
        results.resolve("reference/sample.json"), new ResultJson().text(SampleRun.asExpected()));
    tables = new ReadmeTables(new RunStore(results));
  }

  @Test
  void fillsTheTableAndLeavesTheRest() throws IOException {
    String updated = tables.updated(EMPTY);
    assertThat(updated)
        .startsWith("# Title\n<!-- table:sample -->\n| Variant |")
        .contains("**present 10/10** serialised-lookups<br>jdk 17; jdk 25")
        .endsWith("<!-- /table -->\nend\n");
    assertThat(tables.updated(updated)).isEqualTo(updated);
  }

  @Test
  void anotherFigureIsSeen() throws IOException {
    String updated = tables.updated(EMPTY);
    String forged = updated.replace("10/10", "12/12");
    assertThat(forged).isNotEqualTo(updated);
    assertThat(tables.updated(forged)).isEqualTo(updated);
  }

  @Test
  void cellsThatEndedDifferentlyKeepTheirOwnLines() {
    String table = CondensedTable.render(SampleRun.contradicted());
    assertThat(table.lines()).hasSize(2 + 3);
    assertThat(table).contains("**contradicted**").contains("**present 10/10**");
  }

  @Test
  void aMissingReferenceOrClosingMarkIsAnError() {
    assertThatThrownBy(() -> tables.updated(EMPTY.replace("sample", "other")))
        .hasMessageContaining("reference/other");
    assertThatThrownBy(() -> tables.updated("<!-- table:sample -->\ntext\n"))
        .hasMessageContaining("table:sample --> is not closed");
  }
}
