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
  private static final Parser PARSER = Parser.builder().build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder().escapeHtml(true).sanitizeUrls(true).build();

  private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

  /** Cached, because every page requests the same text again at every change. */
  static String html(String text) {
    return KNOWN.computeIfAbsent(text, t -> RENDERER.render(PARSER.parse(t)));
  }
}
