package dev.faultlab.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.bisect.BisectReport;
import dev.faultlab.bisect.BisectResult;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.cure.CureLists;
import dev.faultlab.cure.CureTable;
import dev.faultlab.diagnose.Diagnosis;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.NamedCure;
import dev.faultlab.machine.ConsoleProgress;
import dev.faultlab.machine.ConsoleProgress.Style;
import dev.faultlab.machine.Progress.Step;
import dev.faultlab.report.FixesReport;
import dev.faultlab.report.Reports;
import dev.faultlab.report.RunReport;
import dev.faultlab.report.diagnosis.ConnectionTable;
import dev.faultlab.report.diagnosis.DiagnosisText;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.JunitRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.result.RunResult;
import dev.faultlab.upgrade.UpgradeResult;
import dev.faultlab.upgrade.page.UpgradeReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

/** One hostile text in every string that a writer gets: it stays text in every format. */
class HostileTextTest {
  private static final Screen SCREEN = new Screen(120, false);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void aTerminalObeysNothing(int turn) throws IOException {
    Hostile hostile = new Hostile(turn);
    RunResult run = hostile.of(RunResult.class);
    UpgradeResult upgrade = hostile.of(UpgradeResult.class);
    for (boolean verbose : List.of(false, true)) {
      TerminalRenderer renderer = new TerminalRenderer(SCREEN, verbose, List.of(Hostile.TEXT));
      CureLists none = new CureLists(folder, new LabReader(List.of()));
      terminal(new Reports(SCREEN, none).terminal(run, Optional.empty(), verbose));
      terminal(renderer.render(new RunReport(run).summary()));
      terminal(renderer.render(new UpgradeReport(upgrade).document()));
      terminal(renderer.render(new UpgradeReport(upgrade).summary(Set.of(Hostile.TEXT))));
      terminal(renderer.render(FixesReport.of(hostile.of(CureTable.class))));
    }
    terminal(
        DiagnosisText.of(
            hostile.of(Diagnosis.class),
            Hostile.TEXT,
            (lab, signature) -> List.of(hostile.of(NamedCure.class))));
    String table = ConnectionTable.text(hostile.of(ConnectionLedger.class));
    assertThat(table).contains("::error::");
    terminal(table);
  }

  @Test
  void progressObeysNothing() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream console = new PrintStream(out, true, StandardCharsets.UTF_8);
    for (Style look : Style.values()) {
      try (ConsoleProgress progress = new ConsoleProgress(console, look, 80)) {
        Step step = progress.start(Hostile.TEXT, 2);
        step.showRemaining(() -> Hostile.TEXT);
        progress.footer(() -> List.of(Hostile.TEXT));
        step.advance(Hostile.TEXT);
        step.note(Hostile.TEXT);
        progress.say(Hostile.TEXT);
        step.close();
        progress.end(Hostile.TEXT);
      }
    }
    terminal(out.toString(StandardCharsets.UTF_8).replaceAll("\r?\u001b\\[(J|\\d+A\r)", ""));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void markdownHasNothingLiveInIt(int turn) {
    Hostile hostile = new Hostile(turn);
    for (Document document :
        List.of(
            new RunReport(hostile.of(RunResult.class)).summary(),
            new UpgradeReport(hostile.of(UpgradeResult.class)).document(),
            FixesReport.of(hostile.of(CureTable.class)),
            new BisectReport(hostile.of(BisectResult.class), Map.of()).document())) {
      markdown(new MarkdownRenderer().render(document));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void xmlIsWellFormed(int turn) throws Exception {
    Hostile hostile = new Hostile(turn);
    String name = Hostile.TEXT;
    JunitRenderer junit = new JunitRenderer(name, name, Optional.empty(), Map.of(name, name));
    xml(junit.render(new RunReport(hostile.of(RunResult.class)).summary()));
    xml(junit.render(new UpgradeReport(hostile.of(UpgradeResult.class)).document()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void pagesHaveNoElementOfTheirs(int turn) throws IOException {
    String inside = "evidence/a/1";
    Hostile hostile = new Hostile(turn, Map.of("folder", inside, "file", inside + "/b.json"));
    HtmlRenderer renderer = new HtmlRenderer(Hostile.TEXT);
    RunReport report = new RunReport(hostile.of(RunResult.class));
    html(renderer.render(report.page(folder, folder, List.of())));
    html(renderer.render(new UpgradeReport(hostile.of(UpgradeResult.class)).document()));
    html(renderer.render(FixesReport.of(hostile.of(CureTable.class))));
  }

  private static void terminal(String text) {
    assertThat(text).isNotBlank();
    assertThat(Escape.visible(text).replace("\t", " ")).isEqualTo(text);
    assertThat(text).contains("\\u001b");
  }

  private static void markdown(String text) {
    assertThat(Escape.visible(text)).isEqualTo(text);
    Parser parser = Parser.builder().extensions(List.of(TablesExtension.create())).build();
    parser
        .parse(text)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Image image) {
                throw new AssertionError("an image: " + image.getDestination() + "\n" + text);
              }

              @Override
              public void visit(Link link) {
                assertThat(link.getDestination()).as(text).startsWith("%1B%5D0%3Bt");
                visitChildren(link);
              }

              @Override
              public void visit(HtmlInline tag) {
                assertThat(tag.getLiteral()).as(text).isIn("<br>", "<!-- -->");
              }

              @Override
              public void visit(HtmlBlock block) {
                throw new AssertionError("HTML: " + block.getLiteral() + "\n" + text);
              }

              @Override
              public void visit(ThematicBreak rule) {
                throw new AssertionError("a rule\n" + text);
              }

              @Override
              public void visit(Heading heading) {
                Node first = heading.getFirstChild();
                assertThat(first instanceof Text t && t.getLiteral().equals("heading")).isFalse();
                visitChildren(heading);
              }

              @Override
              public void visit(Code code) {
                assertThat(code.getLiteral()).as(text).isNotEqualTo("b");
              }

              @Override
              public void visit(Text plain) {
                assertThat(plain.getLiteral()).doesNotContain("http://", "www.");
              }
            });
  }

  private static void xml(String text) throws Exception {
    assertThat(text).contains("\\u001b");
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  private static void html(String page) {
    String content = page.replaceAll("(?s)<script>.*?</script>", "");
    assertThat(content).contains("\\u001b").contains("&lt;img src=x");
    assertThat(content).doesNotContain("<img", "onerror=\"x\"", "alert(1)</script>");
    String text = content.replaceAll("(?s)<style>.*?</style>", "");
    assertThat(Escape.visible(text)).isEqualTo(text);
  }
}
