package dev.faultlab.report.upgrade;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.point.Point;
import dev.faultlab.result.Axes;
import dev.faultlab.text.Escape;
import dev.faultlab.upgrade.Acceptance;
import dev.faultlab.upgrade.CandidateAnswer;
import dev.faultlab.upgrade.CandidateChange;
import dev.faultlab.upgrade.SignatureRow;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * JUnit XML of an upgrade: a test case per candidate, place and signature or metric, and one for
 * each candidate's answer. What got worse is a {@code failure}, what is inconclusive an {@code
 * error} (red, where {@code skipped} would be grey and let the build pass), what is accepted or not
 * applicable {@code skipped}.
 */
public final class UpgradeJunit {
  private static final String PASSED = "system-out";
  private static final String FAILURE = "failure";
  private static final String ERROR = "error";
  private static final String SKIPPED = "skipped";

  private record Case(String suite, String name, String element, String type, String text) {}

  /** The text of the file. */
  public String render(UpgradeResult result) {
    List<Case> cases = new ArrayList<>();
    for (int candidate = 0; candidate < result.candidates().size(); candidate++) {
      add(cases, result, candidate);
    }
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", "faultlab.upgrade");
      xml.writeAttribute("tests", String.valueOf(cases.size()));
      xml.writeAttribute("failures", count(cases, FAILURE));
      xml.writeAttribute("errors", count(cases, ERROR));
      xml.writeAttribute("skipped", count(cases, SKIPPED));
      xml.writeAttribute("timestamp", Escape.visible(result.startedAt()));
      for (Case each : cases) {
        write(xml, each);
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

  private static void add(List<Case> cases, UpgradeResult result, int candidate) {
    CandidateAnswer answer = result.candidates().get(candidate);
    String to = Upgrade.words(answer.versions());
    result
        .rows()
        .forEach(
            row -> {
              CandidateChange held = row.candidates().get(candidate);
              cases.add(
                  new Case(
                      row.lab(),
                      new Point(row.variant(), row.at()).words()
                          + " "
                          + row.signature()
                          + ", "
                          + to,
                      element(held.bearing()),
                      held.change().words(),
                      text(row, held)));
            });
    result
        .costs()
        .forEach(
            cost ->
                cost.candidates()
                    .get(candidate)
                    .ifPresent(
                        shift ->
                            cases.add(
                                new Case(
                                    cost.lab(),
                                    new Point(cost.variant(), cost.at()).words()
                                        + " "
                                        + cost.metric()
                                        + Axes.suffix(cost.within())
                                        + ", "
                                        + to,
                                    element(shift.bearing()),
                                    shift.direction().words(),
                                    accepted(shift.accepted()) + shift.reason()))));
    cases.add(
        new Case(
            "upgrade",
            "answer, " + to,
            element(answer.answer()),
            answer.answer().words(),
            answer.sentence()));
  }

  private static String text(SignatureRow row, CandidateChange held) {
    return accepted(held.accepted())
        + "before: "
        + row.before().map(side -> side.words()).orElse("-")
        + "; after: "
        + held.side().map(side -> side.words()).orElse("-")
        + "; "
        + held.reason();
  }

  private static String accepted(Optional<Acceptance> by) {
    return by.map(a -> a.words() + "; ").orElse("");
  }

  private static String element(Bearing bearing) {
    return switch (bearing) {
      case FINE -> PASSED;
      case WORSE -> FAILURE;
      case OPEN -> ERROR;
      case ACCEPTED, LEFT_OUT -> SKIPPED;
    };
  }

  private static String element(Answer answer) {
    return switch (answer) {
      case NOTHING_WORSE -> PASSED;
      case WORSE -> FAILURE;
      case CANNOT_TELL -> ERROR;
    };
  }

  private static void write(XMLStreamWriter xml, Case each) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", Escape.visible("faultlab." + each.suite()));
    xml.writeAttribute("name", Escape.visible(each.name()));
    xml.writeCharacters("\n    ");
    xml.writeStartElement(each.element());
    String text = Escape.visible(each.text());
    if (each.element().equals(PASSED)) {
      xml.writeCharacters(each.type() + ": " + text);
    } else {
      xml.writeAttribute("message", each.type() + ": " + text.lines().findFirst().orElse(""));
      if (!each.element().equals(SKIPPED)) {
        xml.writeAttribute("type", each.type());
        xml.writeCharacters(text);
      }
    }
    xml.writeEndElement();
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
  }

  private static String count(List<Case> cases, String element) {
    return String.valueOf(cases.stream().filter(c -> c.element().equals(element)).count());
  }
}
