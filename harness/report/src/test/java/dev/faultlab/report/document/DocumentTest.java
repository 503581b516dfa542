package dev.faultlab.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DocumentTest {

  private static final List<Block> ONE_OF_EACH =
      List.of(
          Block.lead("why"),
          Block.bullets(List.of("- one", "two")),
          Block.table(Block.Kind.PAIRS, List.of(), List.of(Block.row("undo", "remove <it>"))),
          new Block.Code("a | b"),
          Block.table(
              List.of("name", "state"),
              List.of(List.of(Text.code("a|b"), Text.badge(Document.Tone.BAD, "worse")))),
          Block.part("nothing", "Nothing here", Block.lead("explains nothing")),
          Block.fold(
              "more",
              "More",
              false,
              List.of(new Block.Grid(List.of(Block.chart("c", "A chart", "", List.of(1, 2)))))),
          Block.details("Details", Block.paragraph("folded away")));
  private static final Document SAMPLE =
      new Document(
          new Document.Head(
              "lab",
              "a <title>",
              Document.Tone.OPEN,
              "inconclusive",
              "",
              List.of("because"),
              Text.of("Run ").and(Text.code("x"))),
          ONE_OF_EACH);

  @Test
  void theTerminalConcludesAtTheEndAndFoldsAway() {
    assertThat(new TerminalRenderer(new Screen(60, false)).render(SAMPLE))
        .isEqualTo(
            """
            lab: a <title>

            why

              - - one
              - two

            undo  remove <it>

                a | b
            name  state
            ----  -----
            a|b   WORSE

            Not shown, but in the report: Details.

            Run x
            Verdict: INCONCLUSIVE
              - because
            """);
    assertThat(new TerminalRenderer(new Screen(60, false), true, List.of("f")).render(SAMPLE))
        .contains("Details\n\nfolded away\n", "Report: f\n")
        .doesNotContain("More");
  }

  @Test
  void markdownFoldsNothingAndEscapesAtTheBeginningOfALine() {
    assertThat(new MarkdownRenderer().render(SAMPLE))
        .isEqualTo(
            """
            # lab: a &lt;title>

            **inconclusive**

            Run `x`

            - because

            why

            - \\- one
            - two

            |  |  |
            | --- | --- |
            | undo | remove &lt;it> |

                a | b

            | name | state |
            | --- | --- |
            | `a\\|b` | **worse** |

            ## Details

            folded away
            """);
  }

  @Test
  void aPageHasEveryBlockAndDrawsItsCharts() {
    String page = new HtmlRenderer("the end").render(SAMPLE);
    assertThat(page)
        .contains("<h1 class=\"sentence\">a &lt;title&gt;</h1>")
        .contains("<div class=\"verdict open\"><p class=\"judgement\">inconclusive</p>")
        .contains("<a href=\"#more\">More</a>")
        .contains("<ul><li>- one</li><li>two</li></ul>")
        .contains("<th scope=\"row\">undo</th><td>remove &lt;it&gt;</td>")
        .contains("<td><code>a|b</code></td><td><span class=\"badge bad\">✗ worse</span>")
        .doesNotContain("Nothing here")
        .contains("data-chart=\"c\"", "{\"c\":[1,2]}", "<footer>the end</footer>");
    Block chart = Block.chart("c", "again", "", List.of());
    assertThat(new HtmlRenderer("").render(new Document(SAMPLE.head(), List.of(chart, chart))))
        .contains("data-chart=\"c\"", "data-chart=\"c-2\"");
    assertThat(HtmlRenderer.json(Map.of("x", "</script><script>"))).doesNotContain("<");
  }

  @Test
  void colourIsForTerminalsThatWantIt() {
    assertThat(Screen.of(Map.of(), true).colour()).isTrue();
    assertThat(Screen.of(Map.of(), false).colour()).isFalse();
    assertThat(Screen.of(Map.of("NO_COLOR", "1"), true).colour()).isFalse();
    assertThat(Screen.of(Map.of("NO_COLOR", ""), true).colour()).isTrue();
    assertThat(Screen.of(Map.of("TERM", "dumb"), true).colour()).isFalse();
  }

  @Test
  void widthComesFromTheEnvironmentWhereItMakesSense() {
    assertThat(Screen.of(Map.of("COLUMNS", "200"), true).width()).isEqualTo(200);
    assertThat(Screen.of(Map.of("COLUMNS", "20"), true).width()).isEqualTo(60);
    assertThat(Screen.of(Map.of("COLUMNS", "wide"), true).width()).isEqualTo(120);
  }
}
