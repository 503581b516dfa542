package dev.faultlab.classroom;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Converts a lesson's texts to HTML. They belong to the repository, but HTML in them is still
 * treated as text.
 */
final class Markdown {
  private final Parser parser = Parser.builder().build();
  private final HtmlRenderer renderer =
      HtmlRenderer.builder().escapeHtml(true).sanitizeUrls(true).build();

  private final Map<String, String> known = new ConcurrentHashMap<>();

  /** Cached, because every page requests the same text again at every change. */
  String html(String text) {
    return known.computeIfAbsent(text, t -> renderer.render(parser.parse(t)));
  }
}
