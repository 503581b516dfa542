package dev.faultlab.report.document;

import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.report.document.Text.Span;
import dev.faultlab.text.Escape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A document for a terminal. The conclusion comes last, next to the prompt. Folded parts are shown
 * on request only.
 */
public final class TerminalRenderer extends BlockWriter {
  private static final int MIN_WIDTH = 20;

  /** Items of a list, unless everything is asked for. */
  private static final int MAX_ITEMS = 6;

  private final Screen screen;
  private final boolean verbose;
  private final List<String> files;
  private List<String> lines = new ArrayList<>();
  private final List<String> folded = new ArrayList<>();

  /** A renderer that leaves out folded parts. */
  public TerminalRenderer(Screen screen) {
    this(screen, false, List.of());
  }

  /**
   * @param verbose with folded parts
   * @param files where the other formats of the report are
   */
  public TerminalRenderer(Screen screen, boolean verbose, List<String> files) {
    this.screen = screen;
    this.verbose = verbose;
    this.files = files;
  }

  @Override
  public String render(Document document) {
    lines = new ArrayList<>();
    Document.Head head = document.head();
    if (!head.line().isBlank()) {
      String line = Escape.line(head.line());
      String subject = Escape.line(head.subject());
      TextTable.wrap(line, screen.width()).forEach(lines::add);
      lines.set(0, lines.get(0).replace(subject, bold(subject)));
      space();
    }
    folded.clear();
    write(document.blocks());
    space();
    if (!folded.isEmpty()) {
      add("", "Not shown, but in the report: " + String.join(", ", folded) + ".");
      space();
    }
    if (!head.about().isEmpty()) {
      paragraphs(head.about()).forEach(about -> add("", about));
    }
    conclusion(head);
    files.forEach(file -> lines.add("Report: " + Escape.line(file)));
    while (!lines.isEmpty() && lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return String.join("\n", lines) + "\n";
  }

  private void conclusion(Document.Head head) {
    if (head.judgement().isEmpty()) {
      return;
    }
    String words = paint(head.tone(), loud(head.tone(), Escape.line(head.judgement())));
    lines.add(
        "Verdict: "
            + words
            + (head.sentence().isEmpty() ? "" : ", " + Escape.line(head.sentence())));
    head.reasons().forEach(reason -> add("  - ", reason));
  }

  @Override
  protected void paragraph(Block.Paragraph paragraph) {
    boolean isLead = paragraph.manner() == Block.ParagraphRole.LEAD;
    if (isLead) {
      space();
    }
    paragraphs(paragraph.text()).forEach(text -> add("", text));
    if (isLead) {
      space();
    }
  }

  @Override
  protected void bullets(Block.Bullets list) {
    int max = verbose || list.items().size() <= MAX_ITEMS ? list.items().size() : MAX_ITEMS - 1;
    list.items().subList(0, max).forEach(i -> add("  - ", String.join(" ", paragraphs(i))));
    if (max < list.items().size()) {
      add("  - ", "and " + (list.items().size() - max) + " more");
    }
    space();
  }

  @Override
  protected void code(Block.Code code) {
    Escape.visible(code.text()).lines().forEach(line -> lines.add("    " + line));
  }

  @Override
  protected void table(Block.Table table) {
    if (!table.caption().isEmpty()) {
      add("", table.caption().words());
    }
    TextTable text = new TextTable(table.head().stream().map(Text::words).toList());
    table.rows().forEach(row -> text.row(row.stream().map(this::cell).toList()));
    lines.addAll(text.lines(screen.width()));
    space();
  }

  private TextTable.Cell cell(Text text) {
    Tone tone =
        text.spans().stream()
            .map(Span::tone)
            .filter(t -> t != Tone.NEUTRAL)
            .findFirst()
            .orElse(Tone.NEUTRAL);
    return new TextTable.Cell(paragraphs(text), part -> paint(tone, part));
  }

  @Override
  protected void section(Block.Section section) {
    if (!section.shows(false)) {
      return;
    }
    String heading = String.join(", ", paragraphs(section.heading()));
    if (!section.open() && !verbose) {
      folded.add(heading);
      return;
    }
    space();
    add("", heading);
    int at = lines.size() - 1;
    lines.set(at, bold(lines.get(at)));
    if (section.frame() != Block.Frame.CARD) {
      space();
    }
    write(section.blocks());
    space();
  }

  /** The line breaks of the text itself; bars are omitted. */
  private static List<String> paragraphs(Text text) {
    List<String> texts = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (Span span : text.spans()) {
      switch (span.style()) {
        case BREAK -> {
          texts.add(line.toString());
          line.setLength(0);
        }
        case FAULT_BAR, CONTROL_BAR -> {}
        default -> line.append(loud(span.tone(), span.words()));
      }
    }
    texts.add(line.toString());
    return texts;
  }

  /** In capitals if a reader must act, so that colour is not needed. */
  private static String loud(Tone tone, String words) {
    return tone.alarming() ? words.toUpperCase(Locale.ROOT) : words;
  }

  private void space() {
    if (!lines.isEmpty() && !lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
  }

  private void add(String prefix, String text) {
    int room = Math.max(MIN_WIDTH, screen.width() - prefix.length());
    String before = prefix;
    for (String line : TextTable.wrap(text, room)) {
      lines.add((before + line).stripTrailing());
      before = " ".repeat(prefix.length());
    }
  }

  private String bold(String text) {
    return screen.colour() ? "\u001b[1m" + text + "\u001b[0m" : text;
  }

  private String paint(Tone tone, String text) {
    if (!screen.colour() || text.isEmpty()) {
      return text;
    }
    return switch (tone) {
      case GOOD -> "\u001b[32m" + text + "\u001b[0m";
      case BAD -> "\u001b[1;31m" + text + "\u001b[0m";
      case OPEN -> "\u001b[1;33m" + text + "\u001b[0m";
      case FOUND, SKIPPED, NEUTRAL -> text;
    };
  }
}
