package dev.faultlab.report.document;

import dev.faultlab.report.document.Document.Check;
import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.text.Escape;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The checks of a document as JUnit XML for continuous integration.
 *
 * <p>A bad outcome is a {@code failure}. An inconclusive one is an {@code error}, JUnit's word for
 * a test that could not be carried out: Jenkins, GitLab and the GitHub reporters show it in red. As
 * {@code skipped}, it would be grey and the build would pass.
 */
public final class JunitRenderer {
  private static final String SKIPPED = "skipped";

  private final Suite suite;

  /**
   * The output above the test cases.
   *
   * @param seconds total duration; omitted if empty
   */
  public record Suite(
      String name, String timestamp, Optional<Double> seconds, Map<String, String> properties) {}

  public JunitRenderer(Suite suite) {
    this.suite = suite;
  }

  /** The text of the file. */
  public String render(Document document) {
    List<Check> checks = document.checks();
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuite");
      attribute(xml, "name", "faultlab." + suite.name());
      attribute(xml, "tests", String.valueOf(checks.size()));
      attribute(xml, "failures", count(checks, Tone.BAD));
      attribute(xml, "errors", count(checks, Tone.OPEN));
      attribute(xml, SKIPPED, count(checks, Tone.SKIPPED));
      attribute(xml, "timestamp", suite.timestamp());
      if (suite.seconds().isPresent()) {
        attribute(xml, "time", seconds(suite.seconds().get()));
      }
      properties(xml, "\n  ", suite.properties());
      for (Check check : checks) {
        check(xml, check);
      }
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("JUnit XML cannot be written", e);
    }
    return text + "\n";
  }

  private static void check(XMLStreamWriter xml, Check check) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    attribute(xml, "classname", "faultlab." + check.suite());
    attribute(xml, "name", check.name());
    attribute(xml, "time", seconds(check.seconds()));
    properties(xml, "\n    ", check.properties());
    xml.writeCharacters("\n    ");
    Tone tone = check.found().tone();
    String element =
        switch (tone) {
          case GOOD, FOUND, NEUTRAL -> "system-out";
          case BAD -> "failure";
          case OPEN -> "error";
          case SKIPPED -> SKIPPED;
        };
    xml.writeStartElement(element);
    if (tone.alarming()) {
      attribute(xml, "type", check.found().type());
    }
    if (tone.alarming() || tone == Tone.SKIPPED) {
      attribute(xml, "message", check.found().message());
    }
    if (tone != Tone.SKIPPED) {
      xml.writeCharacters(Escape.visible(check.found().details()));
    }
    xml.writeEndElement();
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
  }

  private static void properties(XMLStreamWriter xml, String indent, Map<String, String> properties)
      throws XMLStreamException {
    if (properties.isEmpty()) {
      return;
    }
    xml.writeCharacters(indent);
    xml.writeStartElement("properties");
    for (Map.Entry<String, String> property : properties.entrySet()) {
      xml.writeCharacters(indent + "  ");
      xml.writeEmptyElement("property");
      attribute(xml, "name", property.getKey());
      attribute(xml, "value", property.getValue());
    }
    xml.writeCharacters(indent);
    xml.writeEndElement();
  }

  private static void attribute(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    xml.writeAttribute(name, Escape.visible(value));
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  private static String count(List<Check> checks, Tone tone) {
    return String.valueOf(checks.stream().filter(c -> c.found().tone() == tone).count());
  }
}
