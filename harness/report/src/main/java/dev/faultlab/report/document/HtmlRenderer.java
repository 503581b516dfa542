package dev.faultlab.report.document;

import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializerBase;
import dev.faultlab.files.JarText;
import dev.faultlab.files.Json;
import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.report.document.Text.Span;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.text.Escape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A document as one self-contained page. Java writes text, tables and the charts' data; {@code
 * page.js} draws them with Chart.js, which is embedded. The page loads nothing.
 */
public final class HtmlRenderer extends BlockWriter {
  private static final String CHART_JS =
      "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

  /** This many further reasons are shown unfolded. */
  private static final int MAX_REASONS = 4;

  private final String footer;
  private final StringBuilder out = new StringBuilder();
  private final Map<String, Object> charts = new LinkedHashMap<>();
  private int depth;

  /**
   * @param footer last line of the page
   */
  public HtmlRenderer(String footer) {
    this.footer = footer;
  }

  /** A name as the id of an element and the target of a link. */
  public static String id(String any) {
    return any.replaceAll("[^A-Za-z0-9-]", "-");
  }

  @Override
  public String render(Document document) {
    out.setLength(0);
    charts.clear();
    depth = 0;
    Document.Head head = document.head();
    for (Block block : document.blocks()) {
      if (block instanceof Block.Section part && !part.id().isEmpty() && part.shows(true)) {
        element("a", "href=\"#" + part.id() + "\"", part.heading().words());
      }
    }
    raw("</nav>");
    header(head);
    raw("<main>");
    write(document.blocks());
    raw("</main>").element("footer", "", footer);
    raw("<script type=\"application/json\" id=\"charts\">").raw(json(charts)).raw("</script>\n");
    // The comment would make a debugger request a file that does not exist.
    script(resource(CHART_JS).replaceAll("(?m)^//# sourceMappingURL=.*$", ""));
    List.of("axes", "charts", "page").forEach(name -> script(resource("/report/" + name + ".js")));
    String[] frame = resource("/report/page.html").split("\\{\\{[a-z]+}}");
    String title = Escape.html(head.subject() + ": " + head.judgement());
    return frame[0] + title + frame[1] + resource("/report/page.css") + frame[2] + out + frame[3];
  }

  private void script(String text) {
    raw("\n<script>").raw(text).raw("</script>");
  }

  private void header(Document.Head head) {
    raw("<header>").element("p", "class=\"lab\"", head.subject());
    // A title that begins with a call, as in "new String(bytes, ...", is not capitalised.
    boolean startsWithCall = head.title().matches("[a-z][A-Za-z. ]*\\(.*");
    element("h1", startsWithCall ? "" : "class=\"sentence\"", head.title());
    raw("<div class=\"verdict " + name(head.tone()) + "\">");
    boolean hasText = !head.sentence().isEmpty();
    element("p", "class=\"judgement\"", hasText ? head.sentence() : head.judgement());
    List<String> reasons = head.reasons();
    if (!reasons.isEmpty()) {
      element("p", "class=\"reason\"", (hasText ? head.judgement() + ": " : "") + reasons.get(0));
    }
    if (reasons.size() > 1) {
      raw(reasons.size() <= MAX_REASONS ? "<details open>" : "<details>");
      element("summary", "", "and " + (reasons.size() - 1) + " more").raw("<ul>");
      reasons.stream().skip(1).forEach(reason -> element("li", "", reason));
      raw("</ul></details>");
    }
    raw("</div><p class=\"muted\">").line(head.about()).raw("</p></header>");
  }

  @Override
  protected void paragraph(Block.Paragraph paragraph) {
    raw("<p class=\"" + name(paragraph.manner()) + "\">").line(paragraph.text()).raw("</p>");
  }

  @Override
  protected void bullets(Block.Bullets list) {
    raw("<ul>");
    list.items().forEach(item -> raw("<li>").line(item).raw("</li>"));
    raw("</ul>");
  }

  @Override
  protected void code(Block.Code code) {
    element("pre", "", code.text());
  }

  @Override
  protected void table(Block.Table table) {
    boolean isCounts = table.kind() == Block.Kind.COUNTS;
    raw(isCounts ? "<figure class=\"counts\">" : "<div class=\"scroll\">");
    if (!table.caption().isEmpty()) {
      String element = isCounts ? "figcaption" : "p";
      raw("<" + element + ">").line(table.caption()).raw("</" + element + ">");
    }
    raw("<table class=\"" + name(table.kind()) + "\">");
    if (!table.head().isEmpty()) {
      raw("<thead><tr>");
      table.head().forEach(head -> raw("<th>").line(head).raw("</th>"));
      raw("</tr></thead>");
    }
    raw("<tbody>");
    table.rows().forEach(row -> row(table, row));
    raw("</tbody></table>").raw(isCounts ? "</figure>" : "</div>");
  }

  private void row(Block.Table table, List<Text> row) {
    boolean headed = table.kind() != Block.Kind.PLAIN && table.kind() != Block.Kind.VERDICTS;
    raw(row.get(0).has(Style.DECIDES) ? "<tr class=\"decides\">" : "<tr>");
    for (int i = 0; i < row.size(); i++) {
      String name = headed && i == 0 ? "th" : "td";
      raw("<" + name);
      if (headed && i == 0) {
        raw(" scope=\"row\"");
      } else if (table.kind() == Block.Kind.VERDICTS && i > 0 && i < row.size() - 1) {
        raw(" data-head=\"").text(table.head().get(i).words().toLowerCase(Locale.ROOT)).raw("\"");
      } else if (table.kind() == Block.Kind.COUNTS
          && !row.get(i).has(Style.FAULT_BAR, Style.CONTROL_BAR)) {
        raw(" class=\"words\"");
      }
      raw(">").line(row.get(i)).raw("</" + name + ">");
    }
    raw("</tr>");
  }

  @Override
  protected void chart(Block.Chart chart) {
    String id = chart.id();
    for (int next = 2; charts.putIfAbsent(id, chart.data()) != null; next++) {
      id = chart.id() + "-" + next;
    }
    raw("<figure><figcaption>").line(chart.caption()).raw("</figcaption>");
    raw("<div class=\"plot" + (chart.tall() ? " tall" : "") + "\"><canvas role=\"img\"");
    raw(" data-chart=\"" + id + "\" aria-label=\"").text(chart.label());
    raw("\"></canvas></div></figure>");
  }

  @Override
  protected void picture(Block.Picture picture) {
    raw("<figure><img alt=\"").text(picture.label());
    raw("\" src=\"" + picture.address() + "\"></figure>");
  }

  @Override
  protected void grid(Block.Grid grid) {
    raw("<div class=\"grid\">");
    for (Block block : grid.blocks()) {
      boolean isChart = block instanceof Block.Chart;
      raw(isChart ? "" : "<div>");
      write(List.of(block));
      raw(isChart ? "" : "</div>");
    }
    raw("</div>");
  }

  @Override
  protected void section(Block.Section section) {
    if (!section.shows(true)) {
      return;
    }
    String id = section.id().isEmpty() ? "" : " id=\"" + section.id() + "\"";
    String open = section.open() ? " open>" : ">";
    String level = depth == 0 ? "h2" : "h3";
    depth++;
    String end = "</details>";
    String folded = "<details class=\"" + name(section.frame()) + "\"" + id + open + "<summary>";
    switch (section.frame()) {
      case PART -> {
        String element = depth == 1 ? "section" : "div";
        raw("<" + element + id + "><" + level + ">").line(section.heading());
        raw("</" + level + ">");
        end = "</" + element + ">";
      }
      case FOLD ->
          raw(folded + "<" + level + ">").line(section.heading()).raw("</" + level + "></summary>");
      case CARD, DETAILS -> raw(folded).line(section.heading()).raw("</summary>");
    }
    write(section.blocks());
    raw(end);
    depth--;
  }

  private HtmlRenderer line(Text text) {
    text.spans().forEach(this::span);
    return this;
  }

  private void span(Span span) {
    boolean isLink = !span.address().isEmpty();
    if (isLink) {
      raw("<a href=\"").text(span.address()).raw("\">");
    }
    if (!span.hint().isEmpty()) {
      raw("<span title=\"").text(span.hint()).raw("\">");
    }
    styled(span);
    raw(span.hint().isEmpty() ? "" : "</span>").raw(isLink ? "</a>" : "");
  }

  private void styled(Span span) {
    String words = span.words();
    switch (span.style()) {
      case PLAIN -> text(words);
      case STRONG -> element("b", "", words);
      case SMALL -> element("small", "", words);
      case CODE -> element("code", "", words);
      case POINT -> raw("<code>").raw(Escape.html(words).replace("@", "<wbr>@")).raw("</code>");
      case BREAK -> raw("<br>");
      case FAULT_BAR -> bar(" fault", words);
      case CONTROL_BAR -> bar(" control", words);
      case MUTED -> element("span", "class=\"muted\"", words);
      case HEADLINE -> element("span", "class=\"took\"", words);
      case FAULT, CONTROL, DECIDES ->
          element("span", "class=\"tag " + name(span.style()) + "\"", words);
      case BADGE ->
          element("span", "class=\"badge " + name(span.tone()) + "\"", mark(span.tone()) + words);
    }
  }

  private static String mark(Tone tone) {
    return switch (tone) {
      case FOUND, GOOD -> "✓ ";
      case BAD -> "✗ ";
      case OPEN -> "? ";
      case SKIPPED, NEUTRAL -> "";
    };
  }

  private void bar(String kind, String percent) {
    raw("<span class=\"bar" + kind + "\" style=\"width:" + percent + "%\"></span>");
  }

  /** The class of an element in the page's style sheet. */
  private static String name(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** {@code <name attributes>words</name>}; attributes are our own markup. */
  private HtmlRenderer element(String name, String attributes, String words) {
    raw("<" + name + (attributes.isEmpty() ? "" : " ") + attributes + ">");
    return text(words).raw("</" + name + ">");
  }

  private HtmlRenderer text(String any) {
    return raw(Escape.html(any));
  }

  /** Our own markup, unescaped. */
  private HtmlRenderer raw(String markup) {
    out.append(markup);
    return this;
  }

  /** For a script element: no text in it can end that element. */
  static String json(Object data) {
    SimpleModule visible = new SimpleModule();
    visible.addSerializer(
        String.class,
        new ToStringSerializerBase(String.class) {
          @Override
          public String valueToString(Object text) {
            return Escape.visible((String) text);
          }
        });
    ObjectWriter writer = Json.MAPPER.copy().registerModule(visible).writer();
    return Json.text(writer, data).replace("<", "\\u003c");
  }

  private static String resource(String name) {
    return JarText.read(HtmlRenderer.class, name);
  }
}
