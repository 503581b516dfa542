package dev.faultlab.classroom;

import dev.faultlab.classroom.Event.Graded;
import dev.faultlab.lesson.Answers;
import dev.faultlab.lesson.Measured;
import dev.faultlab.lesson.Question;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was measured, by the run that a session is graded by. What that run cannot answer, such as a
 * short form that leaves a point out, the committed result answers, and it is said so.
 *
 * <p>Safe for use by several threads.
 */
final class Evidence {
  private final RunStore runs;
  private final String lab;
  private final Map<String, Answers> read = new ConcurrentHashMap<>();

  Evidence(RunStore runs, String lab) {
    this.runs = runs;
    this.lab = lab;
  }

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

  /**
   * Makes sure that a run can be graded by.
   *
   * @return its name in full
   * @throws IOException when there is none such, or it is one of another lab
   */
  String usable(String run) throws IOException {
    StoredRun.Finished found = runs.find(run);
    if (!found.lab().equals(lab)) {
      throw new IOException("run " + run + " is one of lab " + found.lab() + ", not of " + lab);
    }
    String name = found.folder().endsWith(RunStore.REFERENCE) ? run : lab + "/" + found.id();
    read.put(name, new Answers(found.result()));
    return name;
  }

  /** What the chosen run says to a question, or the committed result in its place. */
  Found found(Graded graded, Question question) throws IOException {
    Measured measured = answers(graded.run()).to(question);
    if (measured instanceof Measured.CannotTell cannot && !graded.run().equals(reference())) {
      return new Found(
          answers(reference()).to(question), reference(), Optional.of(cannot.reason()));
    }
    return new Found(measured, graded.run(), Optional.empty());
  }

  private Answers answers(String run) throws IOException {
    Answers known = read.get(run);
    if (known == null) {
      known = new Answers(runs.find(run).result());
      read.put(run, known);
    }
    return known;
  }
}
