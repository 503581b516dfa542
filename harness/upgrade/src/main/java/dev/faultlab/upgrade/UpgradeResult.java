package dev.faultlab.upgrade;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.faultlab.compare.Answer;
import dev.faultlab.files.Json;
import dev.faultlab.lab.NamedCure;
import dev.faultlab.servicecheck.CheckResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The complete answer to an upgrade question. {@code results/upgrade/<id>/result.json} is exactly
 * this record, and the sentence and every table are derived from it.
 *
 * @param schema version of the format
 * @param id folder name below {@code results/upgrade/}
 * @param startedAt ISO-8601 instant
 * @param finishedAt ISO-8601 instant
 * @param upgrade the question
 * @param answer for all candidates together
 * @param sentence the answer with its reason
 * @param candidates one per candidate
 * @param labs one per lab that was run
 * @param leftOut what was not compared, and why
 * @param remedies fixes for the faults at a candidate
 * @param service the check of a service of the team, if it was asked for
 */
public record UpgradeResult(
    int schema,
    String id,
    String startedAt,
    String finishedAt,
    Upgrade upgrade,
    Answer answer,
    String sentence,
    List<CandidateAnswer> candidates,
    List<LabComparison> labs,
    List<LeftOut> leftOut,
    List<Remedy> remedies,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<CheckResult> service) {

  public static final int SCHEMA = 1;

  /**
   * Assembles the result and answers.
   *
   * @param known the faults that any lab knows of the components
   * @param cures known fixes for a lab's signatures
   * @param service the check of a service, which counts in the answer
   */
  public static UpgradeResult of(
      String id,
      String startedAt,
      String finishedAt,
      Upgrade upgrade,
      List<LabComparison> labs,
      List<LeftOut> leftOut,
      List<KnownFault> known,
      BiFunction<String, String, List<NamedCure>> cures,
      Optional<CheckResult> service) {
    List<CandidateAnswer> candidates =
        IntStream.range(0, upgrade.to().size())
            .mapToObj(candidate -> new Sentences(upgrade, labs, leftOut, known).of(candidate))
            .toList();
    List<Answer> each =
        Stream.concat(
                candidates.stream().map(CandidateAnswer::answer),
                service.stream().map(CheckResult::answer))
            .toList();
    return new UpgradeResult(
        SCHEMA,
        id,
        startedAt,
        finishedAt,
        upgrade,
        Answer.of(each.contains(Answer.WORSE), each.contains(Answer.CANNOT_TELL)),
        Sentences.forAll(candidates) + service.map(check -> " " + check.sentence()).orElse(""),
        candidates,
        labs,
        leftOut,
        Remedy.of(labs.stream().flatMap(lab -> lab.rows().stream()), cures),
        service);
  }

  /** The text of its file. */
  public String text() {
    return Json.text(Json.FULLY_INDENTED, this);
  }

  /** Reads a file. */
  public static UpgradeResult read(Path file) throws IOException {
    return Json.record(file, UpgradeResult.class);
  }

  /** The rows of all labs. */
  public Stream<SignatureRow> rows() {
    return labs.stream().flatMap(lab -> lab.rows().stream());
  }

  /** The metrics of all labs. */
  public Stream<MetricRow> costs() {
    return labs.stream().flatMap(lab -> lab.costs().stream());
  }
}
