package dev.faultlab.report.page;

import java.util.List;

/** Tables and lists of plain text, as the comparing pages have them. */
final class Blocks {

  private Blocks() {}

  /** A small table; what got worse or changed stands out. */
  static void table(Html html, List<String> head, List<List<String>> rows) {
    if (rows.isEmpty()) {
      html.element("p", "class=\"muted\"", "Nothing.");
      return;
    }
    html.raw("<div class=\"scroll\"><table class=\"small\"><thead><tr>");
    head.forEach(cell -> html.element("th", cell));
    html.raw("</tr></thead><tbody>");
    for (List<String> row : rows) {
      html.raw("<tr>");
      row.forEach(cell -> html.element("td", style(cell), cell));
      html.raw("</tr>");
    }
    html.raw("</tbody></table></div>");
  }

  private static String style(String cell) {
    return cell.equals("WORSE") || cell.equals("changed") ? "class=\"strong\"" : "";
  }

  /** A list, where there is something in it. */
  static void list(Html html, List<String> items) {
    if (items.isEmpty()) {
      return;
    }
    html.raw("<ul>");
    items.forEach(item -> html.element("li", item));
    html.raw("</ul>");
  }
}
