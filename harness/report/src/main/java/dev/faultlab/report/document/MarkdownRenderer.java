package dev.faultlab.report.document;

import dev.faultlab.report.document.Text.Span;
import dev.faultlab.text.Escape;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A document in GitHub-flavoured Markdown. Nothing is folded, and there are no charts. */
public final class MarkdownRenderer extends BlockWriter {
  /** Addresses that do not work once the text is pasted: places on a page, other runs' folders. */
  private static final Pattern RELATIVE_ADDRESS = Pattern.compile("#|\\.\\./");

  private final StringBuilder out = new StringBuilder();
  private int depth;

  @Override
  public String render(Document document) {
    out.setLength(0);
    depth = 1;
    Document.Head head = document.head();
    out.append("# ").append(Escape.markdown(head.line())).append("\n");
    if (!head.judgement().isEmpty()) {
      out.append("\n**").append(Escape.markdown(head.judgement())).append("**");
      out.append(head.sentence().isEmpty() ? "" : ", " + Escape.markdown(head.sentence()));
      out.append("\n");
    }
    if (!head.about().isEmpty()) {
      out.append('\n').append(line(head.about(), false)).append('\n');
    }
    if (!head.reasons().isEmpty()) {
      bullets(new Block.Bullets(head.reasons().stream().map(Text::of).toList()));
    }
    write(document.blocks());
    return out.toString();
  }

  /** One block alone, for inclusion in a page. */
  public String table(Block table) {
    out.setLength(0);
    write(List.of(table));
    return out.substring(1);
  }

  @Override
  protected void paragraph(Block.Paragraph paragraph) {
    out.append('\n').append(line(paragraph.text(), false)).append('\n');
  }

  @Override
  protected void bullets(Block.Bullets list) {
    out.append('\n');
    list.items().forEach(item -> out.append("- ").append(line(item, false)).append('\n'));
  }

  @Override
  protected void code(Block.Code code) {
    out.append('\n');
    Escape.visible(code.text()).lines().forEach(l -> out.append("    ").append(l).append('\n'));
  }

  @Override
  protected void table(Block.Table table) {
    if (!table.caption().isEmpty()) {
      paragraph(new Block.Paragraph(Block.ParagraphRole.BODY, table.caption()));
    }
    out.append('\n');
    int columns = table.rows().get(0).size();
    row(table.head().isEmpty() ? java.util.Collections.nCopies(columns, Text.NONE) : table.head());
    out.append("|").append(" --- |".repeat(columns)).append('\n');
    table.rows().forEach(this::row);
  }

  private void row(List<Text> cells) {
    out.append(
        cells.stream().map(c -> line(c, true)).collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  @Override
  protected void section(Block.Section section) {
    if (!section.shows(false)) {
      return;
    }
    depth++;
    out.append('\n').append("#".repeat(depth)).append(' ');
    out.append(line(section.heading(), false)).append('\n');
    write(section.blocks());
    depth--;
  }

  private static String line(Text text, boolean cell) {
    StringBuilder line = new StringBuilder();
    text.spans().forEach(span -> line.append(span(span, cell, line.isEmpty() && !cell)));
    return line.toString();
  }

  private static String span(Span span, boolean cell, boolean first) {
    String words = span.words();
    if (!span.address().isEmpty() && !RELATIVE_ADDRESS.matcher(span.address()).lookingAt()) {
      boolean isBare = words.equals(span.address()) && words.matches("https?://[^\\s<>]+");
      return isBare ? "<" + words + ">" : Escape.markdownLink(words, span.address());
    }
    String strong = "**" + Escape.markdown(words) + "**";
    return switch (span.style()) {
      case BREAK -> "<br>";
      case FAULT_BAR, CONTROL_BAR -> "";
      case CODE, POINT -> code(words, cell);
      case STRONG, HEADLINE -> strong;
      default -> span.tone().alarming() ? strong : first ? block(words) : Escape.markdown(words);
    };
  }

  /** A space at the end of a span separates words. */
  private static String block(String words) {
    return Escape.markdownBlock(words) + (words.endsWith(" ") ? " " : "");
  }

  /** Markdown tables look for their column bars even in code. */
  private static String code(String words, boolean cell) {
    String code = Escape.markdownCode(words);
    return cell ? code.replace("|", "\\|") : code;
  }
}
