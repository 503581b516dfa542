package dev.faultlab.classroom;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.lesson.ExplanationFigures;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.MeasuredAnswer;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.ResultAnswers;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The answers that grade a session. Counts are those of the chosen run; times are those of a
 * committed result, which has more trials. A committed result also answers what the chosen run
 * cannot, for example because a short form leaves a point out. The page names it.
 *
 * <p>Safe for use by several threads.
 */
final class GradingResults {
  private final RunStore runs;
  private final String lab;
  private final ProblemLog problems;
  private final Map<String, StoredRun.Finished> runsByName = new ConcurrentHashMap<>();
  private final Map<List<String>, Answered> answersByKey = new ConcurrentHashMap<>();

  GradingResults(RunStore runs, String lab, ProblemLog problems) {
    this.runs = runs;
    this.lab = lab;
    this.problems = problems;
  }

  /**
   * The measured answer to a question and its explanation. Texts are HTML.
   *
   * @param run that answered, in the form of {@code RunStore.find}
   * @param own answer of the chosen run, if a committed result answers for it
   * @param surprise whether the outcome is another option than the one that the texts explain
   * @param files of the places, for download
   * @param why option to what is right or wrong about it
   * @param figures of the explanation
   * @param figuresFrom the run of the figures; empty without figures
   */
  record Answered(
      MeasuredAnswer measured,
      String run,
      Optional<MeasuredAnswer> own,
      boolean surprise,
      Set<String> files,
      String explain,
      Map<String, String> why,
      List<ExplanationFigures.ShownFigure> figures,
      Optional<String> figuresFrom,
      List<String> links) {}

  /** The committed result of the lab. */
  String reference() {
    return RunStore.REFERENCE + "/" + lab;
  }

  /**
   * Checks that a run can be used for grading.
   *
   * @return its full name
   * @throws IOException when there is no such run, or it belongs to another lab
   */
  String usable(String run) throws IOException {
    StoredRun.Finished found = runs.fromJournal(run);
    if (!found.lab().equals(lab)) {
      throw new IOException("run " + run + " is one of lab " + found.lab() + ", not of " + lab);
    }
    String name = found.committed() ? run : lab + "/" + found.id();
    runsByName.put(name, found);
    return name;
  }

  /** The verdict of a run. */
  Verdict verdict(String run) throws IOException {
    return read(run).result().verdict();
  }

  /**
   * The answer to a question. A question that cannot be evaluated is reported as such; others are
   * not affected.
   */
  Answered answerTo(String chosen, Question question, LessonTexts texts) {
    // A whole room requests it at once at the reveal; results do not change.
    List<String> key = List.of(chosen, question.id(), texts.language());
    try {
      Answered cached = answersByKey.get(key);
      if (cached == null) {
        cached = evaluate(chosen, question, texts);
        answersByKey.put(key, cached);
      }
      return cached;
    } catch (IOException | RuntimeException e) {
      problems.add("question " + question.id(), e);
      return new Answered(
          new MeasuredAnswer.CannotTell(Optional.ofNullable(e.getMessage()).orElse(e.toString())),
          chosen,
          Optional.empty(),
          false,
          Set.of(),
          "",
          Map.of(),
          List.of(),
          Optional.empty(),
          question.links());
    }
  }

  private Answered evaluate(String chosen, Question question, LessonTexts texts)
      throws IOException {
    String committed = RunStore.REFERENCE + "/" + question.result();
    MeasuredAnswer ownAnswer = answer(chosen, question);
    boolean replaced =
        (question.isTimed() || ownAnswer instanceof MeasuredAnswer.CannotTell)
            && !chosen.equals(committed)
            && exists(committed);
    String run = replaced ? committed : chosen;
    MeasuredAnswer measured = replaced ? answer(committed, question) : ownAnswer;
    Set<String> files = new LinkedHashSet<>();
    for (MeasuredAnswer.Place place : measured.places()) {
      if (file(run, place.file()).isPresent()) {
        files.add(place.file());
      }
    }
    boolean surprise =
        question.isChoice()
            && measured instanceof MeasuredAnswer.Found holds
            && !holds.items().contains(question.explained());
    // All figures come from one run: the one that answers, or, if it lacks one, the committed
    // result.
    List<String> explanation = texts.explanation(question);
    String source = answers(run).fillIn(question, explanation).isPresent() ? run : committed;
    ExplanationFigures.FilledTexts filled =
        answers(source)
            .fillIn(question, explanation)
            .orElseThrow(() -> new IOException(source + " lacks a figure"));
    List<String> html = filled.texts().stream().map(Markdown::html).toList();
    Map<String, String> why = new LinkedHashMap<>();
    if (question.isChoice()) {
      question.options().forEach(option -> why.put(option, html.get(why.size() + 1)));
    }
    return new Answered(
        measured,
        run,
        Optional.of(ownAnswer).filter(answer -> replaced),
        surprise,
        files,
        html.get(0),
        why,
        filled.figures(),
        Optional.of(source).filter(from -> !filled.figures().isEmpty()),
        question.links());
  }

  /** A result that cannot be read has no answer; other questions are not affected. */
  private MeasuredAnswer answer(String run, Question question) throws IOException {
    ResultAnswers answers = answers(run);
    try {
      return answers.to(question);
    } catch (RuntimeException e) {
      problems.add("question " + question.id() + " by " + run, e);
      return new MeasuredAnswer.CannotTell(String.valueOf(e));
    }
  }

  /** The grade of a prediction; empty if it cannot be graded. */
  Optional<Grade> grade(Question question, Prediction prediction, MeasuredAnswer measured) {
    try {
      return Grade.of(question, prediction, measured);
    } catch (RuntimeException e) {
      // For example an answer to another form of the question, because the lesson has changed.
      problems.add("the grade of an answer to " + question.id(), e);
      return Optional.empty();
    }
  }

  /** An evidence file of a run; a committed result has some or none. */
  Optional<Path> file(String run, String name) throws IOException {
    Path folder = read(run).folder();
    try {
      return name.isEmpty() ? Optional.empty() : EvidenceFiles.find(InnerPath.of(folder, name));
    } catch (RefusedPath e) {
      return Optional.empty();
    }
  }

  /** A lab that is being written has no committed result yet. */
  private boolean exists(String run) throws IOException {
    try {
      read(run);
      return true;
    } catch (RunStore.NoSuchRun e) {
      return false;
    }
  }

  private ResultAnswers answers(String run) throws IOException {
    return new ResultAnswers(read(run).result());
  }

  /** A run, read once. */
  private StoredRun.Finished read(String run) throws IOException {
    StoredRun.Finished cached = runsByName.get(run);
    if (cached == null) {
      cached = runs.fromJournal(run);
      runsByName.put(run, cached);
    }
    return cached;
  }
}
