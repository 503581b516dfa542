package dev.faultlab.upgrade.page;

import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.report.ComparedRows;
import dev.faultlab.report.ComparedRows.Group;
import dev.faultlab.report.Tones;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Document.Check;
import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.report.document.JunitRenderer;
import dev.faultlab.report.document.Links;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.result.RunStore;
import dev.faultlab.servicecheck.CheckReport;
import dev.faultlab.servicecheck.CheckResult;
import dev.faultlab.upgrade.Acceptance;
import dev.faultlab.upgrade.CandidateAnswer;
import dev.faultlab.upgrade.CandidateChange;
import dev.faultlab.upgrade.LabComparison;
import dev.faultlab.upgrade.LabPlace;
import dev.faultlab.upgrade.SignatureRow;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An upgrade, or a comparison of two runs, as a document.
 *
 * @param subject the command
 * @param more reasons after the sentence
 */
public record UpgradeReport(UpgradeResult result, String subject, List<String> more, Pages pages) {
  /** The page's name in the folder of an upgrade. */
  public static final String PAGE = "upgrade.html";

  private static final List<String> DIFFERENCES = List.of("lab", "what", "before", "after", "");

  /** Of an upgrade; runs are linked relative to {@code results/upgrade/<id>/}. */
  public UpgradeReport(UpgradeResult result) {
    this(result, "upgrade", List.of(), Pages.UPGRADE);
  }

  private UpgradeNotes notes() {
    return new UpgradeNotes(result);
  }

  /** The whole report; what did not change is folded. */
  public Document document() {
    ComparedRows signatures = new SignatureTable(result, pages).rows(Set.of());
    for (Group group : List.of(Group.WORSE, Group.GONE, Group.OPEN, Group.REASON, Group.LEFT_OUT)) {
      signatures.explain(group, Block.bullets(notes().reasons(group)));
    }
    signatures.explain(Group.ACCEPTED, Block.bullets(notes().accepted()));
    List<Block> parts = new ArrayList<>();
    result.service().map(this::service).ifPresent(parts::add);
    parts.addAll(signatures.parts(false));
    parts.add(Block.bullets(notes().excluded()));
    parts.add(Block.part("fixes", "Fixes", Block.bullets(notes().cures())));
    parts.add(new MetricTable(result).part());
    parts.add(
        Block.part("", "Changes as well", Block.table(DIFFERENCES, notes().differences(false))));
    parts.add(
        Block.part("", "Facts that changed, without a verdict", Block.bullets(notes().facts())));
    parts.addAll(signatures.parts(true));
    List<String> leftOut = notes().leftOut();
    parts.add(ComparedRows.fold("Left out", leftOut.size(), List.of(Block.bullets(leftOut))));
    parts.add(fold("What was to change", DIFFERENCES, notes().differences(true)));
    Block runs = new Block.Bullets(result.labs().stream().map(this::run).toList());
    parts.add(Block.fold("runs", "Runs", false, List.of(runs)));
    return new Document(head(), parts, checks());
  }

  private static Block fold(String heading, List<String> header, List<List<Text>> rows) {
    return ComparedRows.fold(heading, rows.size(), List.of(Block.table(header, rows)));
  }

  /** The conditions that the service of the team met, from its version to its candidate. */
  private Block service(CheckResult check) {
    List<Block> blocks = new ArrayList<>(new CheckReport(check).blocks());
    if (!check.id().isEmpty()) {
      String page = pages.results() + Links.encoded(RunStore.CHECKS + "/" + check.id());
      Text link =
          Text.of("Check ").and(Text.link(Style.CODE, check.id(), page + "/" + CheckReport.PAGE));
      blocks.add(new Block.Paragraph(Block.ParagraphRole.FILES, link));
    }
    return Block.part("service", "Service " + check.service() + ", " + check.versions(), blocks);
  }

  /** The rows of some variants, the fixes and the sentence, short enough for a page. */
  public Document summary(Set<String> variants) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new SignatureTable(result, pages).rows(variants).table());
    notes().cures().forEach(line -> blocks.add(Block.paragraph("Fix of " + line)));
    notes().excluded().forEach(line -> blocks.add(Block.paragraph(line)));
    blocks.add(Block.lead(result.sentence()));
    return new Document(Document.Head.of("", ""), blocks);
  }

  /** Writes {@link Document#checks()}. */
  public JunitRenderer junit() {
    return new JunitRenderer("upgrade", result.startedAt(), Optional.empty(), Map.of());
  }

  private Document.Head head() {
    List<String> why = new ArrayList<>(List.of(result.sentence()));
    if (result.candidates().size() > 1) {
      result.candidates().forEach(c -> why.add(c.sentence()));
    }
    notes().exact().map("Exact versions: "::concat).ifPresent(why::add);
    why.addAll(more);
    Tone tone = Tones.tone(result.answer());
    return Document.Head.of(subject, result.upgrade().words(), tone, result.answer().words(), why);
  }

  private Text run(LabComparison lab) {
    return pages
        .lab(lab.lab())
        .and(" ")
        .and(
            lab.run()
                .map(run -> Text.link(Style.CODE, run, pages.run(lab.lab(), run)))
                .orElse(Text.NONE))
        .and(lab.failure().orElse(""));
  }

  /** One per candidate, place and signature or metric, and one for each candidate's answer. */
  private List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    for (int i = 0; i < result.candidates().size(); i++) {
      CandidateAnswer answer = result.candidates().get(i);
      String to = Upgrade.words(answer.versions());
      for (SignatureRow row : result.rows().toList()) {
        CandidateChange change = row.candidates().get(i);
        String name = row.place().point() + " " + row.signature() + ", " + to;
        Tone tone = Tones.tone(change.bearing());
        String text = text(row, change) + notes().cure(row, change);
        checks.add(check(row.lab(), name, tone, change.change().words(), text));
      }
      for (MetricTable.ShiftedMetric s : new MetricTable(result).of(i)) {
        LabPlace place = s.cost().place();
        String name = place.point() + " " + s.cost().measured().name() + ", " + to;
        String text = acceptedText(s.shift().accepted()) + s.shift().reason();
        Tone tone = Tones.tone(s.shift().bearing());
        checks.add(check(place.lab(), name, tone, s.shift().direction().words(), text));
      }
      Tone tone = Tones.tone(answer.answer());
      String words = answer.answer().words();
      checks.add(check("upgrade", "answer, " + to, tone, words, answer.sentence()));
    }
    result.service().ifPresent(c -> checks.addAll(new CheckReport(c).checks()));
    return checks;
  }

  private static Check check(String suite, String name, Tone tone, String type, String text) {
    String message = type + ": " + text.lines().findFirst().orElse("");
    String details = tone.alarming() ? text : type + ": " + text;
    return new Check(suite, name, 0, new Document.Result(tone, type, message, details));
  }

  private static String text(SignatureRow row, CandidateChange change) {
    String before = row.before().map(ObservedSignature::words).orElse("-");
    String after = change.side().map(ObservedSignature::words).orElse("-");
    return "%sbefore: %s; after: %s; %s"
        .formatted(acceptedText(change.accepted()), before, after, change.reason());
  }

  private static String acceptedText(Optional<Acceptance> acceptance) {
    return acceptance.map(a -> a.words() + "; ").orElse("");
  }
}
