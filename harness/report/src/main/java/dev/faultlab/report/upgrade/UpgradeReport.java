package dev.faultlab.report.upgrade;

import dev.faultlab.check.CheckFile;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.MetricComparison;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.effect.Estimate;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.report.Tones;
import dev.faultlab.report.check.CheckReport;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Document.Check;
import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.report.document.JunitRenderer;
import dev.faultlab.report.document.Links;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.report.page.Charts;
import dev.faultlab.result.Axes;
import dev.faultlab.result.Numbers;
import dev.faultlab.servicecheck.CheckResult;
import dev.faultlab.upgrade.Acceptance;
import dev.faultlab.upgrade.CandidateAnswer;
import dev.faultlab.upgrade.CandidateChange;
import dev.faultlab.upgrade.LabComparison;
import dev.faultlab.upgrade.MetricRow;
import dev.faultlab.upgrade.MetricRow.MetricChange;
import dev.faultlab.upgrade.SignatureRow;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An upgrade as a document: candidates against places, metrics, and conditions. */
public final class UpgradeReport {
  /** The page's name in the folder of an upgrade. */
  public static final String PAGE = "upgrade.html";

  private static final String UPGRADE = "upgrade";
  private static final int MOST_LINES = 6;

  private static final List<String> METRICS =
      List.of("lab", "variant", "metric", "to", "before", "after", "ratio", "noise", "change");

  private final UpgradeResult result;
  private final UpgradeNotes notes;
  private final String subject;
  private final List<String> more;

  public UpgradeReport(UpgradeResult result) {
    this(result, UPGRADE, List.of());
  }

  /**
   * Of a comparison.
   *
   * @param subject the command
   * @param more reasons after the sentence
   */
  public UpgradeReport(UpgradeResult result, String subject, List<String> more) {
    this.subject = subject;
    this.more = more;
    this.result = result;
    this.notes = new UpgradeNotes(result);
  }

  /** The whole report; runs are linked relative to {@code results/upgrade/<id>/}. */
  public Document document() {
    List<Block> signatures = new ArrayList<>();
    signatures.add(Block.lead("The state of each signature on both sides."));
    signatures.add(new SignatureTable(result).table(Set.of()));
    signatures.add(Block.bullets(notes.explained()));
    signatures.add(Block.part("", "Accepted", Block.bullets(notes.accepted())));
    signatures.add(
        Block.part("", "Fixes that need no other version", Block.bullets(notes.cures())));
    signatures.add(Block.part("", "Read on", Block.bullets(notes.pages())));
    List<Text> runs = new ArrayList<>(result.labs().stream().map(UpgradeReport::run).toList());
    result.service().map(UpgradeReport::check).ifPresent(runs::add);
    return new Document(
        head(),
        List.of(
            Block.part("signatures", "Signatures", signatures),
            service(CheckReport::document),
            Block.part("metrics", "Metrics, after over before", metrics()),
            Block.part(
                "facts",
                "Facts that changed",
                Block.lead(
                    "Facts that differ in every trial, by more than the trials of any single"
                        + " point do. This is not a verdict."),
                Block.table(UpgradeNotes.factHead(), rows(notes.facts()))),
            Block.part("left-out", "Left out", Block.bullets(notes.leftOut())),
            Block.part(
                "conditions",
                "What ran on both sides",
                Block.table(
                    List.of("lab", "what", "before", "after", ""), rows(notes.differences()))),
            Block.part("runs", "Runs", new Block.Bullets(runs))),
        checks());
  }

  /** What fits a screen: the faults, what changed and why. {@link #document} has the rest. */
  public Document screen() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new FaultTable(result).table());
    blocks.add(service(CheckReport::summary));
    blocks.add(Block.part("", "What changed", new SignatureTable(result).changed()));
    blocks.add(Block.bullets(first(notes.explained())));
    blocks.add(Block.part("", "Accepted", Block.bullets(notes.accepted())));
    blocks.add(
        Block.part("", "Fixes that need no other version", Block.bullets(first(notes.cures()))));
    blocks.add(Block.part("", "Read on", Block.bullets(first(notes.pages()))));
    blocks.add(Block.part("", "Changes as well", Block.bullets(first(notes.unasked()))));
    List<List<Text>> metrics =
        IntStream.range(0, result.upgrade().to().size())
            .boxed()
            .flatMap(candidate -> shifts(candidate).stream())
            .filter(s -> s.shift().direction() != Change.SAME)
            .map(UpgradeReport::row)
            .toList();
    blocks.add(Block.part("", "Metrics", Block.table(METRICS, metrics)));
    blocks.add(
        Block.muted(
            "Not shown: places without a change; facts that changed: %d; reasons for what was left out: %d. %s has all."
                .formatted(
                    notes.facts().size(),
                    notes.leftOut().size(),
                    subject.equals(UPGRADE) ? "--verbose" : "The report")));
    return new Document(head(), blocks);
  }

  /** The conditions that the service of the team met, from its version to its candidate. */
  private Block service(Function<CheckReport, Document> part) {
    return result
        .service()
        .map(
            check ->
                Block.part(
                    "service",
                    "Service " + check.service() + ", " + check.versions(),
                    part.apply(new CheckReport(check)).blocks()))
        .orElse(Block.part("", "", List.of()));
  }

  private static Text check(CheckResult check) {
    String page =
        "../../" + Links.encoded(CheckFile.RESULTS + "/" + check.id()) + "/" + CheckReport.PAGE;
    return Text.of("service " + check.service() + " ")
        .and(check.id().isEmpty() ? Text.NONE : Text.link(Style.CODE, check.id(), page));
  }

  private static List<String> first(List<String> lines) {
    return lines.size() <= MOST_LINES
        ? lines
        : Stream.concat(
                lines.stream().limit(MOST_LINES - 1),
                Stream.of("and " + (lines.size() - MOST_LINES + 1) + " more"))
            .toList();
  }

  /** The rows of some variants, the fixes and the sentence, short enough for a page. */
  public Document summary(Set<String> variants) {
    List<Block> blocks = new ArrayList<>(List.of(new SignatureTable(result).table(variants)));
    notes.cures().forEach(line -> blocks.add(Block.paragraph("fixes: " + line)));
    notes.pages().forEach(line -> blocks.add(Block.paragraph(line)));
    blocks.add(Block.lead(result.sentence()));
    return new Document(Document.Head.of("", ""), blocks);
  }

  /** Writes {@link Document#checks()}. */
  public JunitRenderer junit() {
    return new JunitRenderer(
        new JunitRenderer.Suite("upgrade", result.startedAt(), Optional.empty(), Map.of()));
  }

  private Document.Head head() {
    List<String> reasons = new ArrayList<>(List.of(result.sentence()));
    if (result.candidates().size() > 1) {
      result.candidates().forEach(c -> reasons.add(c.sentence()));
    }
    reasons.addAll(more);
    return new Document.Head(
        subject,
        result.upgrade().words(),
        Tones.tone(result.answer()),
        result.answer().words(),
        "",
        reasons,
        Text.NONE);
  }

  private static List<List<Text>> rows(List<List<String>> rows) {
    return rows.stream().map(row -> Block.row(row.toArray(String[]::new))).toList();
  }

  private static Text run(LabComparison lab) {
    return Text.of(lab.lab() + " ")
        .and(
            lab.run()
                .map(
                    run ->
                        Text.link(
                            Style.CODE,
                            run,
                            "../../" + Links.encoded(lab.lab() + "/" + run) + "/report.html"))
                .orElse(Text.NONE))
        .and(lab.failure().orElse(""));
  }

  /** A metric at a candidate. */
  private record Shifted(MetricRow cost, MetricChange shift, String to) {
    String place() {
      return cost.place().point();
    }

    String metric() {
      return cost.measured().name();
    }
  }

  private List<Shifted> shifts(int candidate) {
    String to = Upgrade.words(result.upgrade().to().get(candidate));
    return result
        .costs()
        .flatMap(
            cost -> cost.candidates().get(candidate).stream().map(s -> new Shifted(cost, s, to)))
        .toList();
  }

  private List<Block> metrics() {
    if (result.costs().findAny().isEmpty()) {
      boolean brief = result.upgrade().form() == RunForm.SHORT;
      return List.of(Block.muted(brief ? "Not compared; --full compares them." : "None."));
    }
    List<Shifted> all =
        IntStream.range(0, result.upgrade().to().size())
            .boxed()
            .flatMap(candidate -> shifts(candidate).stream())
            .toList();
    Map<String, List<Charts.Row>> rows = new LinkedHashMap<>();
    Map<String, String> titles = new LinkedHashMap<>();
    for (Shifted s : all) {
      Charts.ratio(
              s.place() + Axes.suffix(s.cost().measured().within()) + ", " + s.to(),
              Tones.role(s.shift().direction()),
              s.shift().ratio())
          .ifPresent(
              row -> {
                String id = s.cost().place().lab() + "-" + s.cost().measured().metric();
                titles.put(id, s.cost().place().lab() + ": " + s.cost().measured().title());
                rows.computeIfAbsent(id, x -> new ArrayList<>()).add(row);
              });
    }
    List<Block> charts = new ArrayList<>();
    rows.forEach(
        (id, of) -> charts.add(Charts.ratios(id, titles.get(id), of.size() + " points", of)));
    List<List<Text>> same = new ArrayList<>();
    List<List<Text>> other = new ArrayList<>();
    all.forEach(s -> (s.shift().direction() == Change.SAME ? same : other).add(row(s)));
    return List.of(
        Block.lead(
            "Ratio of the medians with its 95 % interval. A change is beyond chance and beyond the"
                + " limit; within a run also beyond what two halves of one side differ by (noise)."),
        new Block.Grid(charts),
        Block.table(METRICS, other),
        Block.details("Metrics that stayed the same", Block.table(METRICS, same)));
  }

  private static List<Text> row(Shifted s) {
    MetricChange shift = s.shift();
    String ratio = MetricComparison.ratio(shift.direction(), shift.ratio());
    Text open = Text.of(shift.bearing() == Bearing.OPEN ? ": " + shift.reason() : "");
    return List.of(
        Text.of(s.cost().place().lab()),
        Text.of(s.place()),
        Text.of(s.metric()),
        Text.of(s.to()),
        Text.of(estimate(s.cost().before(), s.cost().measured().unit())),
        Text.of(estimate(shift.after(), s.cost().measured().unit())),
        Text.of(ratio + shift.p().map(p -> " (" + Numbers.p(p) + ")").orElse("")),
        Text.of(shift.noise().map(n -> Numbers.show(n) + "x").orElse("-")),
        Tones.badge(shift.direction(), shift.bearing()).and(open));
  }

  private static String estimate(Optional<Estimate> estimate, String unit) {
    return estimate.map(e -> Numbers.show(e, unit) + ", n = " + e.n()).orElse("-");
  }

  /** One per candidate, place and signature or metric, and one for each candidate's answer. */
  private List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    for (int i = 0; i < result.candidates().size(); i++) {
      CandidateAnswer answer = result.candidates().get(i);
      String to = Upgrade.words(answer.versions());
      int candidate = i;
      result
          .rows()
          .forEach(
              row -> {
                CandidateChange held = row.candidates().get(candidate);
                String place = new Point(row.variant(), row.at()).words();
                checks.add(
                    check(
                        row.lab(),
                        place + " " + row.signature() + ", " + to,
                        Tones.tone(held.bearing()),
                        held.change().words(),
                        text(row, held)));
              });
      shifts(candidate)
          .forEach(
              s ->
                  checks.add(
                      check(
                          s.cost().place().lab(),
                          s.place() + " " + s.metric() + ", " + to,
                          Tones.tone(s.shift().bearing()),
                          s.shift().direction().words(),
                          accepted(s.shift().accepted()) + s.shift().reason())));
      checks.add(
          check(
              "upgrade",
              "answer, " + to,
              Tones.tone(answer.answer()),
              answer.answer().words(),
              answer.sentence()));
    }
    result.service().ifPresent(c -> checks.addAll(new CheckReport(c).document().checks()));
    return checks;
  }

  private static Check check(String suite, String name, Tone tone, String type, String text) {
    String message = type + ": " + text.lines().findFirst().orElse("");
    String details = tone.alarming() ? text : type + ": " + text;
    return new Check(suite, name, 0, Map.of(), new Document.Found(tone, type, message, details));
  }

  private static String text(SignatureRow row, CandidateChange held) {
    return accepted(held.accepted())
        + "before: "
        + row.before().map(ObservedSignature::words).orElse("-")
        + "; after: "
        + held.side().map(ObservedSignature::words).orElse("-")
        + "; "
        + held.reason();
  }

  private static String accepted(Optional<Acceptance> by) {
    return by.map(a -> a.words() + "; ").orElse("");
  }
}
