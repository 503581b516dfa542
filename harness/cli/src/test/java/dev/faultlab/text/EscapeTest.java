package dev.faultlab.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ordinary text stays as it is; no other text becomes more than text. */
class EscapeTest {
  private static final Parser MARKDOWN =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  private static final String ORDINARY =
      "5.2 [4.9, 5.3] s, n = 3; max_block_ms = 60_000, 2 * 3 ~5 & more (about -4 %) - C:\\dir, a#b!";

  @Test
  void showsWhatATerminalWouldObeyOrHide() {
    assertThat(
            Escape.visible("a\u001b]0;t\u0007\u009b2J\u007f\u202eb\u2066\u200b\u2028\ud800\ufffe"))
        .isEqualTo(
            "a\\u001b]0;t\\u0007\\u009b2J\\u007f\\u202eb\\u2066\\u200b\\u2028\\ud800\\ufffe");
    assertThat(Escape.visible("\udb40\udc01")).isEqualTo("\\udb40\\udc01"); // U+E0001, a tag
    assertThat(Escape.visible("a\r\nb\tc\rd")).isEqualTo("a\nb\tc\\u000dd");
    assertThat(Escape.line("a\r\nb\tc")).isEqualTo("a b c");
    assertThat(Escape.visible("grün 日本 🙂")).isEqualTo("grün 日本 🙂");
  }

  @Test
  void leavesOrdinaryTextAlone() {
    assertThat(Escape.markdown(ORDINARY)).isEqualTo(ORDINARY);
    assertThat(Escape.markdownBlock(ORDINARY)).isEqualTo(ORDINARY);
    assertThat(Escape.markdownBlock("-5 ms --quick")).isEqualTo("-5 ms --quick");
    assertThat(Escape.markdownCode("jdk@17")).isEqualTo("`jdk@17`");
    assertThat(Escape.csv("-1.5E-3")).isEqualTo("-1.5E-3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "![p](http://evil/x.png)",
        "[a][b] [a]: http://evil",
        "<img src=x onerror=alert(1)> <!-- x -->",
        "a | b `c` ``d`` \\",
        "\\*a\\* *a* **a** _a_ __a__ ~~a~~ ~a~ a_b_c *a",
        "&lt;b&gt; &#60;b&#x3e; &amp &copy;",
        "https://evil www.evil.example ftp://evil <http://evil> @team me@evil.example",
        "    code",
        "a\n# b",
        "a\n\n- b\n\n| c |\n| - |",
        "a\\\nb",
        "a  \nb",
        "\\",
        "\\\\",
        "\\|",
        "|",
        "`",
        "\u202e\u001b[2J"
      })
  void noTextBecomesMarkdown(String text) {
    assertIsText(text);
  }

  @Test
  void noTextBeginsABlockOfMarkdown() {
    String blocks =
        "# heading/###### /> quote/- item/+ item/* item/1. item/12) item/---/- - -/***/___";
    for (String text : (blocks + "/```sh/~~~/[ ] task/[x] task/=== ").split("/")) {
      assertIsText(text);
    }
  }

  @Test
  void noMixtureOfWhatMarkdownInterpretsBecomesMarkdown() {
    String marks =
        "\\ ` `` * ** _ ~ ~~ [ ] ( ) ! < > & # - + | : = 1. a http://x www.x @x &lt; <b> é";
    List<String> parts = new ArrayList<>(List.of(marks.split(" ")));
    parts.addAll(List.of(" ", "  ", "\n"));
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = 1 + random.nextInt(8); length > 0; length--) {
        text.append(parts.get(random.nextInt(parts.size())));
      }
      assertIsText(text.toString());
    }
  }

  private static void assertIsText(String text) {
    assertThat(Escape.markdown(text)).doesNotContainPattern("(?i)[a-z]://|\\bwww\\.|(?<!\\w)@\\w");
    String line = Escape.line(text);
    assertShows("p " + Escape.markdown(text) + " p", "p " + line + " p", text);
    assertShows("**x**" + Escape.markdown(text), "x" + line, text);
    assertShows("- " + Escape.markdownBlock(text), Escape.line(text.strip()), text);
    assertShows(Escape.markdownBlock(text), Escape.line(text.strip()), text);
    assertShows("# x: " + Escape.markdown(text) + " x", "x: " + line + " x", text);
    assertShows("x " + Escape.markdownCode(text), "x " + line, text);
    assertShows(
        "| h | i |\n| - | - |\n| x " + Escape.markdown(text) + " | i |", "hix " + line + "i", text);
  }

  /** Spaces are counted by no renderer. */
  private static void assertShows(String markdown, String shown, String text) {
    StringBuilder read = new StringBuilder();
    MARKDOWN
        .parse(markdown)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Text part) {
                read.append(part.getLiteral());
              }

              @Override
              public void visit(Code part) {
                read.append(part.getLiteral());
              }

              @Override
              public void visit(HtmlInline part) {
                assertThat(part.getLiteral()).as(markdown).isEqualTo("<!-- -->");
              }
            });
    assertThat(spaced(read.toString())).as("'%s' of '%s'", markdown, text).isEqualTo(spaced(shown));
  }

  private static String spaced(String text) {
    return text.replaceAll(" +", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '§',
      value = {"=1+1!'=1+1", "+1!'+1", "@x!'@x", "=1!'=1", "-1+2!'-1+2", "a,b!\"a,b\""})
  void noFieldIsAFormula(String text, String field) {
    assertThat(Escape.csv(text)).isEqualTo(field);
  }

  @Test
  void escapesMarkup() {
    assertThat(Escape.html("<a b=\"c\" d='e'>&\u0000\n"))
        .isEqualTo("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\\u0000\n");
    assertThat(Escape.xml("it's <b> > ]]>")).isEqualTo("it's &lt;b> > ]]&gt;");
  }
}
