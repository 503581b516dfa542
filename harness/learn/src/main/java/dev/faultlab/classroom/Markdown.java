package dev.faultlab.classroom;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** A lesson's texts as HTML. They are the repository's own; HTML in them is text all the same. */
final class Markdown {
  private final Parser parser = Parser.builder().build();
  private final HtmlRenderer renderer =
      HtmlRenderer.builder().escapeHtml(true).sanitizeUrls(true).build();

  private final Map<String, String> known = new ConcurrentHashMap<>();

  /** The same text is asked for by every page, and again at every change. */
  String html(String text) {
    return known.computeIfAbsent(text, t -> renderer.render(parser.parse(t)));
  }
}
