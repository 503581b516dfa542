package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lesson.Measured;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import dev.faultlab.result.RunStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvidenceTest {
  private final List<String> told = new ArrayList<>();
  private final Evidence evidence =
      new Evidence(new RunStore(Path.of("../results")), ServedClass.LAB, new Troubles(told::add));

  /** The lesson may have been changed since somebody answered. */
  @Test
  void anAnswerThatDoesNotFitHasNoGradeAndThatIsTold() throws Exception {
    Question question = ServedClass.lesson(ServedClass.LAB).question("window").orElseThrow();
    Event.Graded graded = new Event.Graded("", ServedClass.REFERENCE, false);
    Measured measured = evidence.found(graded, question).measured();
    Prediction fits = new Prediction("window", new Prediction.Amount(1578), 0.5);
    Prediction odd = new Prediction("window", new Prediction.Chosen("nosuch"), 0.5);
    assertThat(evidence.grade(question, fits, measured)).isPresent();
    assertThat(told).isEmpty();
    assertThat(evidence.grade(question, odd, measured)).isEmpty();
    assertThat(evidence.grade(question, odd, measured)).isEmpty();
    assertThat(told).singleElement().asString().contains("the grade of an answer to window");
  }

  @Test
  void aQuestionThatBreaksWhatReadsTheResultCannotBeTold() throws Exception {
    Question broken = new Question("broken", Stage.PREDICT, true, null, Map.of(), List.of());
    Event.Graded graded = new Event.Graded("", ServedClass.REFERENCE, false);
    assertThat(evidence.found(graded, broken).measured()).isInstanceOf(Measured.CannotTell.class);
    assertThat(told).singleElement().asString().contains("question broken");
  }
}
