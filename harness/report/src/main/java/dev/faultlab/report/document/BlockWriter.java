package dev.faultlab.report.document;

import java.util.List;

/** How a format writes each kind of block. A new format only extends this class. */
public abstract class BlockWriter {

  /** The whole document in this format. */
  public abstract String render(Document document);

  protected abstract void paragraph(Block.Paragraph paragraph);

  protected abstract void bullets(Block.Bullets list);

  protected abstract void code(Block.Code code);

  protected abstract void table(Block.Table table);

  /** A picture; formats without pictures omit it. */
  protected void chart(Block.Chart chart) {}

  /** A drawing; formats without pictures omit it. */
  protected void picture(Block.Picture picture) {}

  /** Blocks side by side; one after the other in formats without columns. */
  protected void grid(Block.Grid grid) {
    write(grid.blocks());
  }

  protected abstract void section(Block.Section section);

  /** Writes blocks in order; empty lists and tables are omitted. */
  protected final void write(List<Block> blocks) {
    blocks.forEach(this::write);
  }

  private void write(Block block) {
    if (block instanceof Block.Paragraph paragraph) {
      paragraph(paragraph);
    } else if (block instanceof Block.Bullets list) {
      if (!list.items().isEmpty()) {
        bullets(list);
      }
    } else if (block instanceof Block.Code code) {
      code(code);
    } else if (block instanceof Block.Table table) {
      if (!table.rows().isEmpty()) {
        table(table);
      }
    } else if (block instanceof Block.Chart chart) {
      chart(chart);
    } else if (block instanceof Block.Picture picture) {
      picture(picture);
    } else if (block instanceof Block.Grid grid) {
      grid(grid);
    } else if (block instanceof Block.Section section) {
      section(section);
    }
  }
}
