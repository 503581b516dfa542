package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundTextTest {
  @TempDir Path results;
  private BoundText tables;

  @BeforeEach
  void reference() throws IOException {
    Files.createDirectories(results.resolve("reference"));
    tables =
        new BoundText(
            new RunStore(results),
            (command, words) -> {
              if (!command.equals("say")) {
                throw new IOException("no output of '" + command + "'");
              }
              return String.join("\n\n", words) + " \n";
            });
  }

  @Test
  void aMeasurementIsShownAsItIsCommitted() throws IOException {
    Files.writeString(results.resolve("reference/cost.csv"), "way,ns\non,5\noff,4\n");
    String updated = tables.updated("<!-- csv:cost -->\n| on | 9 |\n<!-- /csv -->\n");
    assertThat(updated)
        .isEqualTo(
            "<!-- csv:cost -->\n| way | ns |\n| --- | --- |\n| on | 5 |\n| off | 4 |\n<!-- /csv -->\n");
    assertThatThrownBy(() -> tables.updated("<!-- csv:none -->\n<!-- /csv -->\n"))
        .hasMessageContaining("none.csv");
  }

  @Test
  void whatACommandSaysIsABlockOfCode() throws IOException {
    String document = "a\n<!-- output:say one two -->\nstale\n<!-- /output -->\nb\n";
    String updated = tables.updated(document);
    assertThat(updated)
        .isEqualTo("a\n<!-- output:say one two -->\n\n    one\n\n    two\n\n<!-- /output -->\nb\n");
    assertThat(tables.updated(updated)).isEqualTo(updated);
    assertThatThrownBy(() -> tables.updated(document.replace("say", "shout")))
        .hasMessageContaining("no output of 'shout'");
  }

  @Test
  void aMissingReferenceOrClosingMarkIsAnError() {
    assertThatThrownBy(() -> tables.updated("<!-- output:say one -->\ntext\n"))
        .hasMessageContaining("output:say one --> is not closed");
  }
}
