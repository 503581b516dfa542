package dev.faultlab.report;

import dev.faultlab.signature.Observation;
import dev.faultlab.verdict.CellOutcome;
import dev.faultlab.verdict.Judgement;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * JUnit XML for continuous integration: one test case per cell and signature, and one for the
 * verdict, which also fails for reasons that no cell has (a delay out of tolerance).
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
    double seconds = result.wallTime().values().stream().mapToDouble(Double::doubleValue).sum();
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuite");
    attribute(xml, "name", "faultlab." + result.lab());
    attribute(xml, "tests", String.valueOf(result.outcomes().size() + 1));
    attribute(xml, "failures", String.valueOf(count(result, Judgement.CONTRADICTED)));
    attribute(xml, "errors", String.valueOf(count(result, Judgement.INCONCLUSIVE)));
    attribute(xml, "skipped", "0");
    attribute(xml, "timestamp", result.startedAt());
    attribute(xml, "time", seconds(seconds));
    xml.writeCharacters("\n  ");
    xml.writeStartElement("properties");
    property(xml, "run", result.runId());
    for (Map.Entry<String, String> entry : result.provenance().entrySet()) {
      property(xml, entry.getKey(), entry.getValue());
    }
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
    for (CellOutcome outcome : result.outcomes()) {
      double load =
          result.trials().stream()
              .filter(t -> t.cell().equals(outcome.cell()))
              .mapToLong(RunResult.TrialResult::loadMillis)
              .sum();
      testCase(
          xml,
          result.lab(),
          outcome.cell() + " " + outcome.signature() + " " + outcome.expectation(),
          load / 1000,
          outcome.judgement(),
          outcome.reason(),
          details(outcome));
    }
    testCase(
        xml,
        result.lab(),
        "verdict",
        0,
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
      Judgement judgement,
      String message,
      String details)
      throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    attribute(xml, "classname", "faultlab." + lab);
    attribute(xml, "name", name);
    attribute(xml, "time", seconds(seconds));
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
    xml.writeCharacters(clean(details));
    xml.writeEndElement();
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
  }

  private static String details(CellOutcome outcome) {
    StringBuilder text = new StringBuilder();
    int trial = 1;
    for (Observation observation : outcome.observations()) {
      text.append("trial ").append(trial++).append(": ").append(observation.state());
      text.append(" (").append(observation.code()).append("): ").append(observation.reason());
      observation.facts().forEach(fact -> text.append("\n  ").append(fact));
      text.append('\n');
    }
    return text.toString();
  }

  private static void property(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    xml.writeCharacters("\n    ");
    xml.writeEmptyElement("property");
    attribute(xml, "name", name);
    attribute(xml, "value", value);
  }

  private static void attribute(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    xml.writeAttribute(name, clean(value));
  }

  /** Leaves out what XML 1.0 cannot carry: control characters and lone surrogates. */
  private static String clean(String text) {
    return text.codePoints()
        .filter(
            c ->
                c == '\t'
                    || c == '\n'
                    || c >= 0x20 && c <= 0xD7FF
                    || c >= 0xE000 && c <= 0xFFFD
                    || c >= 0x10000)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  private static long count(RunResult result, Judgement judgement) {
    long cells = result.outcomes().stream().filter(o -> o.judgement() == judgement).count();
    return cells + (result.verdict().judgement() == judgement ? 1 : 0);
  }
}
