package dev.faultlab.report.diagnosis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.capture.CapturePart;
import dev.faultlab.capture.End;
import dev.faultlab.diagnose.Diagnosis;
import dev.faultlab.diagnose.Finding;
import dev.faultlab.files.Json;
import dev.faultlab.lab.NamedCure;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** A diagnosis for programs; the schema is schema/diagnose.schema.json. */
public final class DiagnosisJson {
  private DiagnosisJson() {}

  /**
   * @param source name of the capture
   * @param cures known fixes for a lab's signature
   * @param connections whether to list them by destination
   */
  public static String of(
      Diagnosis diagnosis,
      String source,
      BiFunction<String, String, List<NamedCure>> cures,
      boolean connections) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    root.set("capture", capture(diagnosis, source));
    ArrayNode findings = root.putArray("findings");
    for (Finding finding : diagnosis.findings()) {
      ObjectNode node = findings.addObject();
      node.put("id", finding.id().id());
      node.put("confidence", finding.confidence().name().toLowerCase(Locale.ROOT));
      node.put("subject", finding.place().subject());
      node.put("where", finding.place().where());
      node.set("frames", Json.MAPPER.valueToTree(finding.place().frames()));
      node.put("filter", finding.place().filter());
      node.put("why", finding.why());
      node.put("not", finding.not());
      node.put("do", finding.remedy());
      finding.lab().ifPresent(shownFault -> node.put("lab", shownFault.lab()));
      ArrayNode helping = node.putArray("cures");
      for (NamedCure cure : DiagnosisText.cures(finding, cures)) {
        helping.addObject().put("id", cure.id()).put("title", cure.title());
      }
    }
    ArrayNode undecided = root.putArray("undecided");
    for (Diagnosis.Suspicion each : diagnosis.undecided()) {
      undecided.addObject().put("id", each.id().id()).put("why", each.why());
    }
    root.set("unseen", Json.MAPPER.valueToTree(diagnosis.unseen()));
    if (connections) {
      ConnectionTable.json(diagnosis.ledger(), root.putArray("destinations"));
    }
    return Json.text(Json.INDENTED, root);
  }

  /** The output when the capture could not even be opened. */
  public static String ofFailure(String source, String why) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    root.putObject("capture").put("source", source).put("frames", 0).put("end", "unreadable");
    root.putArray("findings");
    root.putArray("undecided");
    root.putArray("unseen").add("everything: " + why);
    return Json.text(Json.INDENTED, root);
  }

  private static ObjectNode capture(Diagnosis diagnosis, String source) {
    ObjectNode capture = Json.MAPPER.createObjectNode();
    capture.put("source", source);
    if (diagnosis.parts().size() > 1) {
      ArrayNode files = capture.putArray("files");
      for (CapturePart part : diagnosis.parts()) {
        files.addObject().put("file", part.name()).put("firstFrame", part.firstFrame());
      }
    }
    capture.put("frames", diagnosis.extent().end().frames());
    capture.put("connections", diagnosis.totals().connections());
    capture.put("lookups", diagnosis.totals().lookups());
    capture.put("names", diagnosis.totals().names());
    End end = diagnosis.extent().end();
    if (end instanceof End.Truncated cut) {
      capture.put("end", "truncated").put("offset", cut.offset()).put("reason", cut.why());
    } else if (end instanceof End.Corrupt bad) {
      capture.put("end", "corrupt").put("offset", bad.offset()).put("reason", bad.why());
    } else {
      capture.put("end", "complete");
    }
    return capture;
  }
}
