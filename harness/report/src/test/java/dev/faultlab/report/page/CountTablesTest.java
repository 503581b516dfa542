package dev.faultlab.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import dev.faultlab.fact.Observation;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.seen.State;
import dev.faultlab.signature.Signatures;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which counts of the committed results are marked as those that decide. */
class CountTablesTest {
  private final Signatures signatures = new Signatures();

  /** With a name for each thread, what one name shows is no sign that nobody waits. */
  @Test
  void eachSideHasItsOwn() throws IOException {
    assertThat(page("dns-java"))
        .containsSubsequence(
            "<span class=\"tag fault\">fault</span> <a href=\"#cell-shared-name-",
            "<span class=\"tag control\">control</span> <a href=\"#cell-name-per-thread-",
            "<tr class=\"decides\">",
            "<b>")
        .contains(
            marked("most look-ups of one name outstanding", "decides (fault)"),
            marked("most look-ups of all names outstanding", "decides (control)"),
            "<tr><th scope=\"row\">calls served</th>");
  }

  @Test
  void whatDecidesMayBeWords() throws IOException {
    assertThat(page("syncookie"))
        .contains(
            marked("scale in the SYN-ACK", "decides") + "<td class=\"words\"><b>",
            marked("scale that the server&#39;s kernel applies", "decides")
                + "<td class=\"words\"><b>wscale:");
  }

  /** A result does not name the kind of a lab's signature: its facts have to tell. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "charset",
        "charset-names",
        "dns-go",
        "dns-java",
        "dns-java-cures",
        "random",
        "syncookie"
      })
  void everyAnswerTurnedOnAFactThatItHas(String name) throws IOException {
    List<String> without = new ArrayList<>();
    for (Outcome outcome : committed(name).outcomes()) {
      for (Observation seen : outcome.observations()) {
        Set<String> decided = signatures.decidedBy(seen);
        assertThat(seen.facts().stream().map(Fact::id).toList()).containsAll(decided);
        if (decided.isEmpty() && seen.state() != State.UNKNOWN) {
          without.add(outcome.signature() + " " + seen.state());
        }
      }
    }
    // That a promise was kept in every packet is no count of anything.
    assertThat(without).allMatch("window-scale-on-the-wire ABSENT"::equals);
  }

  private String page(String name) throws IOException {
    List<Block> tables = CountTables.tables(committed(name), signatures);
    return new HtmlRenderer("").render(new Document(Document.Head.of("", ""), tables));
  }

  private static String marked(String fact, String words) {
    return "<tr class=\"decides\"><th scope=\"row\">"
        + fact
        + " <span class=\"tag decides\">"
        + words
        + "</span></th>";
  }

  private static RunResult committed(String name) throws IOException {
    return new RunStore(Path.of("../../results")).reference(name).orElseThrow();
  }
}
