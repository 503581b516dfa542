package dev.faultlab.report.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** A part of a document. */
public sealed interface Block {

  /** One paragraph. */
  record Paragraph(ParagraphRole manner, Text text) implements Block {}

  /** The purpose of a paragraph. */
  enum ParagraphRole {
    BODY,
    /** Explains what follows. */
    LEAD,
    /** Explains what is above. */
    NOTE,
    MUTED,
    /** Links to files. */
    FILES
  }

  /** A list. */
  record Bullets(List<Text> items) implements Block {}

  /** Lines to copy unchanged. */
  record Code(String text) implements Block {}

  /**
   * A table.
   *
   * @param caption may be empty
   * @param head may be empty
   */
  record Table(Kind kind, Text caption, List<Text> head, List<List<Text>> rows) implements Block {
    public Table {
      for (List<Text> row : rows) {
        if (!head.isEmpty() && row.size() != head.size()) {
          throw new IllegalArgumentException(row.size() + " cells under " + head.size() + " heads");
        }
      }
    }
  }

  /** The contents of a table. */
  enum Kind {
    PLAIN,
    /** One row per point, which becomes a card on a narrow page. */
    VERDICTS,
    /** The first column labels the others. */
    PAIRS,
    /** Fault beside control, as bars. */
    COUNTS
  }

  /**
   * A chart; formats without pictures omit it.
   *
   * @param id which the page makes unique
   * @param caption title and note
   * @param label description for readers who cannot see it
   * @param data for the page's script
   */
  record Chart(String id, Text caption, String label, boolean tall, Object data) implements Block {}

  /**
   * An SVG; formats without pictures omit it.
   *
   * @param label description for readers who cannot see it
   */
  record Picture(String svg, String label) implements Block {
    /** As an image, whose style sheet cannot reach the page. */
    String address() {
      return "data:image/svg+xml;base64," + Base64.getEncoder().encodeToString(svg.getBytes(UTF_8));
    }
  }

  /** Blocks side by side if there is room. */
  record Grid(List<Block> blocks) implements Block {}

  /**
   * A part with a heading.
   *
   * @param id target of links; may be empty
   * @param open whether it is unfolded at first
   */
  record Section(Frame frame, String id, Text heading, boolean open, List<Block> blocks)
      implements Block {}

  /** How a section is presented. */
  enum Frame {
    /** Always open. */
    PART,
    /** A part that can be folded away. */
    FOLD,
    /** A card that can be folded away. */
    CARD,
    /** A few lines that can be folded away. */
    DETAILS
  }

  /**
   * Whether there is anything to show; an explanation alone does not count.
   *
   * @param pictures whether charts can be shown
   */
  default boolean shows(boolean pictures) {
    if (this instanceof Paragraph paragraph) {
      return paragraph.manner() != ParagraphRole.LEAD;
    } else if (this instanceof Bullets list) {
      return !list.items().isEmpty();
    } else if (this instanceof Table table) {
      return !table.rows().isEmpty();
    } else if (this instanceof Chart || this instanceof Picture) {
      return pictures;
    } else if (this instanceof Grid grid) {
      return grid.blocks().stream().anyMatch(block -> block.shows(pictures));
    }
    return !(this instanceof Section section)
        || section.blocks().stream().anyMatch(block -> block.shows(pictures));
  }

  static Block paragraph(String words) {
    return new Paragraph(ParagraphRole.BODY, Text.of(words));
  }

  static Block lead(String words) {
    return new Paragraph(ParagraphRole.LEAD, Text.of(words));
  }

  static Block muted(String words) {
    return new Paragraph(ParagraphRole.MUTED, Text.of(words));
  }

  static Block bullets(List<String> items) {
    return new Bullets(items.stream().map(Text::of).toList());
  }

  static Section part(String id, String heading, List<Block> blocks) {
    return new Section(Frame.PART, id, Text.of(heading), true, blocks);
  }

  static Section part(String id, String heading, Block... blocks) {
    return part(id, heading, List.of(blocks));
  }

  static Section fold(String id, String heading, boolean open, List<Block> blocks) {
    return new Section(Frame.FOLD, id, Text.of(heading), open, blocks);
  }

  static Section details(String heading, Block... blocks) {
    return new Section(Frame.DETAILS, "", Text.of(heading), false, List.of(blocks));
  }

  static Table table(Kind kind, List<String> header, List<List<Text>> rows) {
    return new Table(kind, Text.NONE, header.stream().map(Text::of).toList(), rows);
  }

  static Table table(List<String> header, List<List<Text>> rows) {
    return table(Kind.PLAIN, header, rows);
  }

  /** A row of plain text. */
  static List<Text> row(String... cells) {
    return Arrays.stream(cells).map(Text::of).toList();
  }

  static Chart chart(String id, String title, String note, Object data) {
    Text caption = Text.strong(title);
    Text noted = note.isEmpty() ? caption : caption.and(" ").and(Text.Style.MUTED, note);
    return new Chart(id, noted, title, false, data);
  }
}
