package dev.faultlab.classroom;

import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** A lesson's texts as HTML. They are the repository's own; HTML in them is text all the same. */
final class Markdown {
  private final Parser parser = Parser.builder().build();
  private final HtmlRenderer renderer =
      HtmlRenderer.builder().escapeHtml(true).sanitizeUrls(true).build();

  String html(String text) {
    return renderer.render(parser.parse(text));
  }
}
