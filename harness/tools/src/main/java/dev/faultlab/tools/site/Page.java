package dev.faultlab.tools.site;

import dev.faultlab.report.page.ResultRow;
import dev.faultlab.result.RunResult;
import dev.faultlab.text.Escape;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The frame of every page of the site, which loads only its own pictures and styles. Only the
 * search page has a script.
 */
final class Page {
  static final Path SEARCH = Path.of("search.html");

  private static final Pattern TITLE = Pattern.compile("<h1[^>]*>(.*?)</h1>");

  private final Map<String, Path> sections;
  private final String style;

  /**
   * @param sections of the navigation, name to place
   */
  Page(Map<String, Path> sections) throws IOException {
    this.sections = sections;
    try (InputStream in = Page.class.getResourceAsStream("/site/site.css")) {
      style = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A page with this content. */
  String of(Path place, String body) {
    return of(place, body, "");
  }

  /**
   * A page with this content.
   *
   * @param policy more of the content security policy than pages without a script need
   */
  String of(Path place, String body, String policy) {
    Matcher heading = TITLE.matcher(body);
    String title = heading.find() ? heading.group(1).replaceAll("<[^>]*>", "") : "faultlab";
    StringBuilder navigation = new StringBuilder();
    sections.forEach(
        (name, target) ->
            navigation
                .append(target.equals(place) ? "<a aria-current=\"page\" href=\"" : "<a href=\"")
                .append(relative(place, target))
                .append("\">")
                .append(name)
                .append("</a>"));
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
        + " 'unsafe-inline'; img-src 'self'"
        + policy
        + "\"><meta name=\"color-scheme\" content=\"light dark\">"
        + "<title>"
        + title
        + "</title><style>"
        + style
        + "</style></head><body><nav>"
        + navigation
        + search(place)
        + "</nav><main>\n"
        + body
        + "</main></body></html>\n";
  }

  private static String search(Path place) {
    return "<form action=\""
        + relative(place, SEARCH)
        + "\" role=\"search\"><input name=\"q\" type=\"search\" placeholder=\"Search\""
        + " aria-label=\"Search all pages\"></form>";
  }

  /** A folder without its own document. */
  String listing(Path folder, Path place, Set<Path> files) {
    StringBuilder body = new StringBuilder("<h1>" + Escape.xml(folder.toString()) + "</h1><ul>");
    files.forEach(file -> item(body, relative(place, file), file.getFileName().toString(), ""));
    return of(place, body.append("</ul>").toString());
  }

  /**
   * The committed results.
   *
   * @param reports the page of each, relative to the site
   */
  String reports(Path place, Map<Path, RunResult> reports) {
    StringBuilder body = new StringBuilder("<h1>Committed results</h1><ul>");
    reports.forEach(
        (report, run) ->
            item(
                body,
                relative(place, report),
                run.title(),
                ": "
                    + ResultRow.words(run.verdict().judgement())
                    + ", "
                    + run.trials().size()
                    + " trials, "
                    + run.startedAt().substring(0, 10)));
    return of(place, body.append("</ul>").toString());
  }

  private static void item(StringBuilder body, String target, String name, String rest) {
    body.append(
        "<li><a href=\""
            + Escape.xml(target)
            + "\">"
            + Escape.xml(name)
            + "</a>"
            + Escape.xml(rest));
  }

  private static String relative(Path from, Path to) {
    Path folder = Path.of("/").resolve(from).getParent();
    return folder.relativize(Path.of("/").resolve(to)).toString();
  }
}
