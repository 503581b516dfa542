package dev.faultlab.report;

import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.text.Escape;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * JUnit XML for continuous integration: one test case per point and signature, and one for the
 * verdict, which also fails for reasons that no point has (a delay out of tolerance).
 *
 * <p>CONTRADICTED is a {@code failure}. INCONCLUSIVE is an {@code error}, JUnit's word for a test
 * that could not be carried out: Jenkins, GitLab and the GitHub reporters show it in red. As {@code
 * skipped} it would be grey and the build would pass.
 */
public final class JunitReport {
  /** The file's name in the folder of a run. */
  public static final String FILE = "junit.xml";

  /** The text of the file. */
  public String render(RunResult result) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      write(xml, result);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("JUnit XML cannot be written", e);
    }
    return text + "\n";
  }

  private static void write(XMLStreamWriter xml, RunResult result) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuite");
    attribute(xml, "name", "faultlab." + result.lab());
    attribute(xml, "tests", String.valueOf(result.outcomes().size() + 1));
    attribute(xml, "failures", String.valueOf(count(result, Judgement.CONTRADICTED)));
    attribute(xml, "errors", String.valueOf(count(result, Judgement.INCONCLUSIVE)));
    attribute(xml, "skipped", "0");
    attribute(xml, "timestamp", result.startedAt());
    attribute(xml, "time", seconds(result.seconds()));
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("run", result.runId());
    properties.putAll(result.provenance());
    properties(xml, "\n  ", properties);
    for (Outcome outcome : result.outcomes()) {
      double load =
          result.trials().stream()
              .filter(t -> t.point().equals(outcome.point()))
              .mapToLong(RunResult.TrialResult::loadMillis)
              .sum();
      testCase(
          xml,
          result.lab(),
          result.name(outcome.point()) + " " + outcome.signature(),
          load / 1000,
          properties(result, outcome),
          outcome.judgement(),
          outcome.reason(),
          details(result, outcome));
    }
    testCase(
        xml,
        result.lab(),
        "verdict",
        0,
        Map.of(),
        result.verdict().judgement(),
        result.verdict().reasons().get(0),
        String.join("\n", result.verdict().reasons()));
    xml.writeCharacters("\n");
    xml.writeEndElement();
  }

  private static void testCase(
      XMLStreamWriter xml,
      String lab,
      String name,
      double seconds,
      Map<String, String> properties,
      Judgement judgement,
      String message,
      String details)
      throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    attribute(xml, "classname", "faultlab." + lab);
    attribute(xml, "name", name);
    attribute(xml, "time", seconds(seconds));
    if (!properties.isEmpty()) {
      properties(xml, "\n    ", properties);
    }
    xml.writeCharacters("\n    ");
    String element =
        switch (judgement) {
          case AS_EXPECTED -> "system-out";
          case CONTRADICTED -> "failure";
          case INCONCLUSIVE -> "error";
        };
    xml.writeStartElement(element);
    if (judgement != Judgement.AS_EXPECTED) {
      attribute(xml, "type", judgement.name());
      attribute(xml, "message", message);
    }
    xml.writeCharacters(Escape.visible(details));
    xml.writeEndElement();
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
  }

  private static String details(RunResult result, Outcome outcome) {
    StringBuilder text = new StringBuilder("expected " + outcome.expectation() + "\n");
    for (int i = 0; i < outcome.observations().size(); i++) {
      Observation observation = outcome.observations().get(i);
      text.append("trial ").append(result.trial(outcome.point(), i)).append(": ");
      text.append(observation.state());
      text.append(" (").append(observation.code()).append("): ").append(observation.reason());
      observation.facts().forEach(fact -> text.append("\n  ").append(fact));
      text.append('\n');
    }
    return text.toString();
  }

  /** Where it was measured, and what the components said of themselves. */
  private static Map<String, String> properties(RunResult result, Outcome outcome) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("variant", outcome.point().variant());
    outcome.point().at().forEach((axis, value) -> properties.put(axis, value.toString()));
    result
        .stackOf(outcome.point())
        .map(StackResult::ran)
        .orElse(Map.of())
        .forEach((what, said) -> properties.put("ran: " + what, said));
    return properties;
  }

  private static void properties(XMLStreamWriter xml, String indent, Map<String, String> properties)
      throws XMLStreamException {
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

  private static long count(RunResult result, Judgement judgement) {
    long outcomes = result.outcomes().stream().filter(o -> o.judgement() == judgement).count();
    return outcomes + (result.verdict().judgement() == judgement ? 1 : 0);
  }
}
