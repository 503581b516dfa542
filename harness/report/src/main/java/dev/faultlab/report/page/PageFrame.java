package dev.faultlab.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What every page has: head, style, navigation, the library and the script that draws charts. */
final class PageFrame {
  static final String CHART_JS = "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

  private PageFrame() {}

  /** Everything up to the content; {@code sections} is the id of a section to its name. */
  static void open(Html html, String title, Map<String, String> sections) throws IOException {
    html.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    // Nothing may be loaded, from anywhere: the browser holds the page to it.
    html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';");
    html.raw(" style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">");
    html.raw("<meta name=\"color-scheme\" content=\"light dark\">");
    html.element("title", title);
    html.raw("<link rel=\"icon\" href=\"data:,\"><style>");
    html.raw(resource("/report/page.css")).raw("</style></head><body><nav>");
    html.element("strong", "faultlab");
    sections.forEach((id, name) -> html.element("a", "href=\"#" + id + "\"", name));
    html.raw(
        "<button id=\"theme\" type=\"button\" title=\"light, dark, or as the system has it\">");
    html.raw("Theme: system</button></nav>");
  }

  /** Everything after the content. */
  static void close(Html html, String footer, Charts charts) throws IOException {
    html.element("footer", footer);
    html.raw("<script type=\"application/json\" id=\"charts\">").raw(charts.json());
    html.raw("</script>\n<script>").raw(chartJs()).raw("</script>");
    for (String script : List.of("axes", "charts", "page")) {
      html.raw("\n<script>").raw(resource("/report/" + script + ".js")).raw("</script>");
    }
    html.raw("</body></html>\n");
  }

  private static String chartJs() throws IOException {
    // The comment would make a debugger ask for a file that is not there.
    return resource(CHART_JS).replaceAll("(?m)^//# sourceMappingURL=.*$", "");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = PageFrame.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("no resource " + name + " on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
