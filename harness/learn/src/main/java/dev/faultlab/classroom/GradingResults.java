package dev.faultlab.classroom;

import dev.faultlab.classroom.Event.Graded;
import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.lesson.Answers;
import dev.faultlab.lesson.ExplanationFigures;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.Grader;
import dev.faultlab.lesson.Measured;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was measured, by the run that a session is graded by. What that run cannot answer, such as a
 * short form that leaves a point out, a committed result answers, and it is said so.
 *
 * <p>Safe for use by several threads.
 */
final class GradingResults {
  private final RunStore runs;
  private final String lab;
  private final ProblemLog troubles;
  private final Map<String, Read> read = new ConcurrentHashMap<>();
  private final Map<Asked, Found> found = new ConcurrentHashMap<>();
  private final Map<Asked, Explanation> told = new ConcurrentHashMap<>();

  GradingResults(RunStore runs, String lab, ProblemLog troubles) {
    this.runs = runs;
    this.lab = lab;
    this.troubles = troubles;
  }

  /** A result, which is read once, and the folder that it lies in. */
  private record Read(Answers answers, Verdict verdict, Path folder) {
    static Read of(StoredRun.Finished stored) {
      return new Read(new Answers(stored.result()), stored.result().verdict(), stored.folder());
    }
  }

  /** What a whole room asks for at once, at the reveal; results do not change. */
  private record Asked(String run, String question, List<String> texts) {}

  /**
   * What a question comes to.
   *
   * @param run that answered, as {@code RunStore.find} takes it
   * @param instead why the run of choice could not; empty where it did
   */
  record Found(Measured measured, String run, Optional<String> instead) {}

  /** The committed result of the lab. */
  String reference() {
    return RunStore.REFERENCE + "/" + lab;
  }

  /** The committed result that answers a question where the run of choice does not. */
  private static String committed(Question question) {
    return RunStore.REFERENCE + "/" + question.result();
  }

  /**
   * Makes sure that a run can be graded by.
   *
   * @return its name in full
   * @throws IOException when there is none such, or it is one of another lab
   */
  String usable(String run) throws IOException {
    StoredRun.Finished found = runs.below(run);
    if (!found.lab().equals(lab)) {
      throw new IOException("run " + run + " is one of lab " + found.lab() + ", not of " + lab);
    }
    String name = found.committed() ? run : lab + "/" + found.id();
    read.put(name, Read.of(found));
    return name;
  }

  /** What a run came to as a whole. */
  Verdict verdict(String run) throws IOException {
    return read(run).verdict();
  }

  /** What the chosen run says to a question, or a committed result in its place. */
  Found found(Graded graded, Question question) throws IOException {
    Asked asked = new Asked(graded.run(), question.id(), List.of());
    Found known = found.get(asked);
    if (known == null) {
      known = read(graded, question);
      found.put(asked, known);
    }
    return known;
  }

  private Found read(Graded graded, Question question) throws IOException {
    Measured measured = answer(graded.run(), question);
    String committed = committed(question);
    if (measured instanceof Measured.CannotTell cannot && !graded.run().equals(committed)) {
      return new Found(answer(committed, question), committed, Optional.of(cannot.reason()));
    }
    return new Found(measured, graded.run(), Optional.empty());
  }

  /** A result that breaks what reads it cannot tell either; the other questions are not touched. */
  private Measured answer(String run, Question question) throws IOException {
    Answers answers = answers(run);
    try {
      return answers.to(question);
    } catch (RuntimeException e) {
      troubles.add("question " + question.id() + " by " + run, e);
      return new Measured.CannotTell(String.valueOf(e));
    }
  }

  /** What a prediction is worth; empty where that cannot be told. */
  Optional<Grade> grade(Question question, Prediction prediction, Measured measured) {
    try {
      return Grader.grade(question, prediction, measured);
    } catch (RuntimeException e) {
      // Such as one to another form of the question: the lesson was changed since.
      troubles.add("the grade of an answer to " + question.id(), e);
      return Optional.empty();
    }
  }

  /**
   * The texts of an explanation with their figures.
   *
   * @param run that they were read in; empty where there are none
   */
  record Explanation(ExplanationFigures.Filled filled, Optional<String> run) {}

  /**
   * All figures of an explanation are of one run: the one that answers the question, or where that
   * lacks one of them, the committed result.
   */
  Explanation told(Graded graded, Question question, List<String> texts) throws IOException {
    Asked asked = new Asked(graded.run(), question.id(), texts);
    Explanation known = told.get(asked);
    if (known == null) {
      known = filled(graded, question, texts);
      told.put(asked, known);
    }
    return known;
  }

  private Explanation filled(Graded graded, Question question, List<String> texts)
      throws IOException {
    for (String run : List.of(found(graded, question).run(), committed(question))) {
      Optional<ExplanationFigures.Filled> filled = answers(run).filled(question, texts);
      if (filled.isPresent()) {
        return new Explanation(
            filled.get(), filled.get().figures().isEmpty() ? Optional.empty() : Optional.of(run));
      }
    }
    throw new IOException(committed(question) + " lacks a figure of question " + question.id());
  }

  /** An evidence file of a run; a committed result has some, or none. */
  Optional<Path> file(String run, String name) throws IOException {
    Path folder = read(run).folder();
    try {
      return name.isEmpty() ? Optional.empty() : EvidenceFiles.find(InnerPath.of(folder, name));
    } catch (RefusedPath e) {
      return Optional.empty();
    }
  }

  private Answers answers(String run) throws IOException {
    return read(run).answers();
  }

  private Read read(String run) throws IOException {
    Read known = read.get(run);
    if (known == null) {
      known = Read.of(runs.below(run));
      read.put(run, known);
    }
    return known;
  }
}
