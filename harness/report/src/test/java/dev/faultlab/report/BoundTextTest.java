package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.SampleRun;
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
    Files.writeString(
        results.resolve("reference/sample.json"), new ResultJson().text(SampleRun.asExpected()));
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
  void aCellIsThatOfItsRowAndColumn() throws IOException {
    Files.writeString(results.resolve("reference/cost.csv"), "way,ns,runs\non,5,3\noff,4,2\n");
    assertThat(tables.updated("It takes <!-- cell:cost off ns -->9<!-- /cell --> ns."))
        .isEqualTo("It takes <!-- cell:cost off ns -->4<!-- /cell --> ns.");
    for (String wrong : new String[] {"cost up ns", "cost off seconds"}) {
      assertThatThrownBy(() -> tables.updated("<!-- cell:" + wrong + " --><!-- /cell -->"))
          .hasMessageContaining("under way,ns,runs");
    }
  }

  @Test
  void aRowWhoseNameHasSpacesIsNamedWithUnderscores() throws IOException {
    Files.writeString(
        results.resolve("reference/fresh.csv"), "command,seconds\nmake,1\nmake lab_a b,484\n");
    assertThat(tables.updated("<!-- cell:fresh make_lab_a_b seconds -->9<!-- /cell -->"))
        .isEqualTo("<!-- cell:fresh make_lab_a_b seconds -->484<!-- /cell -->");
    assertThatThrownBy(() -> tables.updated("<!-- cell:fresh make_lab seconds -->9<!-- /cell -->"))
        .hasMessageContaining("of 'make_lab' under command,seconds");
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
    assertThatThrownBy(() -> tables.updated("<!-- fig:other run --><!-- /fig -->"))
        .hasMessageContaining("reference/other");
    assertThatThrownBy(() -> tables.updated("<!-- output:say one -->\ntext\n"))
        .hasMessageContaining("output:say one --> is not closed");
  }

  @Test
  void figuresStandInTheirSentence() throws IOException {
    assertThat(figure("metric lookups-per-second shared-name@jdk=17"))
        .isEqualTo("86.1 [85.3, 86.9] 1/s, n = 5");
    assertThat(figure("median lookups-per-second threads@jdk=25@threads=32")).isEqualTo("82 1/s");
    assertThat(figure("ratio lookups-per-second shared-name@jdk=17 cached")).endsWith("]");
    assertThat(figure("found serialised-lookups shared-name@jdk=17")).isEqualTo("present 5/5");
    assertThat(figure("fact threads-asking own-name@jdk=25")).isEqualTo("8");
    assertThat(figure("time not-load")).isEqualTo("8 %");
    assertThat(figure("run")).isEqualTo("`20260102T030405Z-abcd`");
    assertThat(figure("trials")).isEqualTo("30");
  }

  @Test
  void aFigureThatTheResultDoesNotGiveIsAnError() {
    assertThatThrownBy(() -> figure("metric nonsense shared-name"))
        .hasMessageContaining("this run has no metric 'nonsense' at shared-name");
    assertThatThrownBy(() -> figure("metric lookups-per-second threads@jdk=17"))
        .hasMessageContaining(
            "metric lookups-per-second threads@jdk=17 -->: this run has 4 where one is meant");
    assertThatThrownBy(() -> figure("guess lookups-per-second threads"))
        .hasMessageContaining("is not a query");
    assertThatThrownBy(() -> figure("time load")).hasMessageContaining("is not a query");
    assertThatThrownBy(() -> tables.updated("a <!-- fig:sample run -->7"))
        .hasMessageContaining("fig:sample run --> is not closed");
  }

  @Test
  void whatIsNotLoadIsUnknownWhereAResultDoesNotSayIt() throws IOException {
    Path file = results.resolve("reference/sample.json");
    String before = Files.readString(file);
    String without = before.replace("\"load\" : 340.5", "\"elsewhere\" : 340.5");
    assertThat(without).isNotEqualTo(before);
    Files.writeString(file, without);
    assertThatThrownBy(() -> figure("time not-load"))
        .hasMessageContaining("does not have the time of the load");
  }

  private String figure(String expression) throws IOException {
    String mark = "<!-- fig:sample " + expression + " -->";
    String updated = tables.updated("It is " + mark + "0<!-- /fig --> here.");
    assertThat(updated).startsWith("It is " + mark).endsWith("<!-- /fig --> here.");
    return updated.substring(updated.indexOf(mark) + mark.length(), updated.indexOf("<!-- /fig"));
  }
}
