package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.Graded;
import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.lesson.ExplanationFigures;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.MeasuredAnswer;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.ResultAnswers;
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
 * The answers of the run that grades a session. If that run has no answer, for example because a
 * short form leaves a point out, a committed result answers, and the page names it.
 *
 * <p>Safe for use by several threads.
 */
final class GradingResults {
  private final RunStore runs;
  private final String lab;
  private final ProblemLog problems;
  private final Map<String, Read> read = new ConcurrentHashMap<>();
  private final Map<Asked, Found> found = new ConcurrentHashMap<>();
  private final Map<Asked, Explanation> explanations = new ConcurrentHashMap<>();

  GradingResults(RunStore runs, String lab, ProblemLog problems) {
    this.runs = runs;
    this.lab = lab;
    this.problems = problems;
  }

  /** A result, read once, with its folder. */
  private record Read(ResultAnswers answers, Verdict verdict, Path folder) {
    static Read of(StoredRun.Finished stored) {
      return new Read(
          new ResultAnswers(stored.result()), stored.result().verdict(), stored.folder());
    }
  }

  /** What a whole room requests at once at the reveal; results do not change. */
  private record Asked(String run, String question, List<String> texts) {}

  /**
   * The answer to a question.
   *
   * @param run that answered, in the form of {@code RunStore.find}
   * @param instead why the chosen run could not answer; empty if it did
   */
  record Found(MeasuredAnswer measured, String run, Optional<String> instead) {}

  /**
   * The texts of an explanation with their figures.
   *
   * @param run that the figures come from; empty without figures
   */
  record Explanation(ExplanationFigures.Filled filled, Optional<String> run) {}

  /** Reads what is not cached yet. */
  private interface Reader<V> {
    V read() throws IOException;
  }

  private static <K, V> V once(Map<K, V> known, K key, Reader<V> reader) throws IOException {
    V value = known.get(key);
    if (value == null) {
      value = reader.read();
      known.put(key, value);
    }
    return value;
  }

  /** The committed result of the lab. */
  String reference() {
    return RunStore.REFERENCE + "/" + lab;
  }

  /** The committed result that answers a question when the chosen run cannot. */
  private static String committed(Question question) {
    return RunStore.REFERENCE + "/" + question.result();
  }

  /**
   * Checks that a run can be used for grading.
   *
   * @return its full name
   * @throws IOException when there is no such run, or it belongs to another lab
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

  /** The verdict of a run. */
  Verdict verdict(String run) throws IOException {
    return read(run).verdict();
  }

  /** The chosen run's answer to a question, or that of a committed result. */
  Found found(Graded graded, Question question) throws IOException {
    return once(
        found,
        new Asked(graded.run(), question.id(), List.of()),
        () -> {
          MeasuredAnswer measured = answer(graded.run(), question);
          String committed = committed(question);
          return measured instanceof MeasuredAnswer.CannotTell cannot
                  && !graded.run().equals(committed)
              ? new Found(answer(committed, question), committed, Optional.of(cannot.reason()))
              : new Found(measured, graded.run(), Optional.empty());
        });
  }

  /** A result that cannot be read has no answer; other questions are not affected. */
  private MeasuredAnswer answer(String run, Question question) throws IOException {
    ResultAnswers answers = read(run).answers();
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

  /**
   * All figures of an explanation come from one run: the one that answers the question, or, if it
   * lacks a figure, the committed result.
   */
  Explanation explanation(Graded graded, Question question, List<String> texts) throws IOException {
    return once(
        explanations,
        new Asked(graded.run(), question.id(), texts),
        () -> filled(graded, question, texts));
  }

  private Explanation filled(Graded graded, Question question, List<String> texts)
      throws IOException {
    for (String run : List.of(found(graded, question).run(), committed(question))) {
      Optional<ExplanationFigures.Filled> filled = read(run).answers().filled(question, texts);
      if (filled.isPresent()) {
        boolean figures = !filled.get().figures().isEmpty();
        return new Explanation(filled.get(), figures ? Optional.of(run) : Optional.empty());
      }
    }
    throw new IOException(committed(question) + " lacks a figure of question " + question.id());
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

  private Read read(String run) throws IOException {
    return once(read, run, () -> Read.of(runs.below(run)));
  }
}
