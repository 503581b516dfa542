package dev.faultlab.tools.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The words of every page, for the search page, which needs no server. */
final class SearchIndex {
  private static final Pattern TITLE = Pattern.compile("<h1[^>]*>(.*?)</h1>");
  private static final Pattern HEADING = Pattern.compile("<h[2-4][^>]*>(.*?)</h[2-4]>");
  private static final Pattern TAG = Pattern.compile("<[^>]*>");

  private final ArrayNode pages = JsonNodeFactory.instance.arrayNode();

  /**
   * Adds a page.
   *
   * @param place relative to the site
   * @param body its content in HTML
   */
  void add(Path place, String body) {
    String title =
        TITLE.matcher(body).results().map(SearchIndex::words).findFirst().orElse(place.toString());
    String headings =
        HEADING.matcher(body).results().map(SearchIndex::words).collect(Collectors.joining(" · "));
    pages
        .addObject()
        .put("place", place.toString())
        .put("title", title)
        .put("headings", headings)
        .put("text", plain(body));
  }

  private static String words(MatchResult match) {
    return plain(match.group(1));
  }

  private static String plain(String html) {
    return TAG.matcher(html)
        .replaceAll(" ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
        .replaceAll("\\s+", " ")
        .strip();
  }

  /** The content of the search page. */
  String body(String script) {
    return "<h1>Search</h1><form><input name=\"q\" type=\"search\" aria-label=\"Words\" autofocus>"
        + "</form><p id=\"count\" role=\"status\"></p><ul id=\"found\"></ul>"
        + "<script type=\"application/json\" id=\"index\">"
        + pages.toString().replace("<", "\\u003c")
        + "</script><script>"
        + script
        + "</script>";
  }
}
