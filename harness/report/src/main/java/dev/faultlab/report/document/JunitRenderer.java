package dev.faultlab.report.document;

import dev.faultlab.report.document.Document.Check;
import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.text.Escape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The checks of a document as JUnit XML for continuous integration.
 *
 * <p>A bad outcome is a {@code failure}. An inconclusive one is an {@code error}, JUnit's word for
 * a test that could not be carried out: Jenkins, GitLab and the GitHub reporters show it in red. As
 * {@code skipped}, it would be grey and the build would pass.
 *
 * @param seconds total duration; omitted if empty
 */
public record JunitRenderer(
    String name, String timestamp, Optional<Double> seconds, Map<String, String> properties) {
  private static final String SKIPPED = "skipped";

  /** The text of the file. */
  public String render(Document document) {
    List<Check> checks = document.checks();
    Map<String, String> head = new LinkedHashMap<>();
    head.put("name", "faultlab." + name);
    head.put("tests", String.valueOf(checks.size()));
    head.put("failures", count(checks, Tone.BAD));
    head.put("errors", count(checks, Tone.OPEN));
    head.put(SKIPPED, count(checks, Tone.SKIPPED));
    head.put("timestamp", timestamp);
    seconds.ifPresent(all -> head.put("time", seconds(all)));
    String cases = checks.stream().map(JunitRenderer::check).collect(Collectors.joining());
    String body = about() + cases + "\n";
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element("testsuite", head, body) + "\n";
  }

  private static String check(Check check) {
    Tone tone = check.result().tone();
    String outcome =
        switch (tone) {
          case GOOD, FOUND, NEUTRAL -> "system-out";
          case BAD -> "failure";
          case OPEN -> "error";
          case SKIPPED -> SKIPPED;
        };
    Map<String, String> why = new LinkedHashMap<>();
    if (tone.alarming()) {
      why.put("type", check.result().type());
    }
    if (tone.alarming() || tone == Tone.SKIPPED) {
      why.put("message", check.result().message());
    }
    String details = tone == Tone.SKIPPED ? "" : Escape.xml(check.result().details());
    Map<String, String> head = new LinkedHashMap<>();
    head.put("classname", "faultlab." + check.suite());
    head.put("name", check.name());
    head.put("time", seconds(check.seconds()));
    return "\n  " + element("testcase", head, "\n    " + element(outcome, why, details) + "\n  ");
  }

  private String about() {
    StringBuilder text = new StringBuilder();
    properties.forEach(
        (name, value) -> {
          Map<String, String> property = new LinkedHashMap<>(Map.of("name", name));
          property.put("value", value);
          text.append("\n    ").append(element("property", property, ""));
        });
    return text.isEmpty() ? "" : "\n  " + element("properties", Map.of(), text + "\n  ");
  }

  /**
   * @param body XML
   */
  private static String element(String name, Map<String, String> attributes, String body) {
    StringBuilder xml = new StringBuilder("<" + name);
    attributes.forEach(
        (key, value) ->
            xml.append(' ').append(key).append("=\"").append(Escape.xml(value)).append('"'));
    return xml.append(body.isEmpty() ? "/>" : ">" + body + "</" + name + ">").toString();
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  private static String count(List<Check> checks, Tone tone) {
    return String.valueOf(checks.stream().filter(c -> c.result().tone() == tone).count());
  }
}
