package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.RunForm;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.MeasuredAnswer;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GradingResultsTest {
  private final List<String> told = new ArrayList<>();
  private final GradingResults evidence = of(ServedClass.LAB);

  private GradingResults of(String lab) {
    return new GradingResults(
        new RunStore(Path.of("../../results")), lab, new ProblemLog(told::add));
  }

  @Test
  void aStateNamesRunsBelowTheResults() {
    for (String run : List.of("/etc", "../../results/reference/syncookie")) {
      assertThatThrownBy(() -> evidence.usable(run))
          .isInstanceOf(RunStore.NoSuchRun.class)
          .hasMessageContaining("expected one inside");
      assertThatThrownBy(() -> evidence.verdict(run)).isInstanceOf(RunStore.NoSuchRun.class);
    }
  }

  @Test
  void aFileOutsideTheRunIsNoneOfItsFiles() throws IOException {
    assertThat(evidence.file(ServedClass.REFERENCE, "../syncookie.json")).isEmpty();
    assertThat(evidence.file(ServedClass.REFERENCE, "/etc/passwd")).isEmpty();
    assertThat(evidence.file(ServedClass.REFERENCE, "a\0b")).isEmpty();
  }

  /** The lesson may have been changed since somebody answered. */
  @Test
  void anAnswerThatDoesNotFitHasNoGradeAndThatIsTold() throws Exception {
    Question question = ServedClass.lesson(ServedClass.LAB).question("window").orElseThrow();
    ClassState.Graded graded = new ClassState.Graded(ServedClass.REFERENCE, false);
    MeasuredAnswer measured = evidence.found(graded, question).measured();
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
    Question broken =
        new Question(
            "broken", Stage.PREDICT, RunForm.SHORT, ServedClass.LAB, null, Map.of(), List.of());
    ClassState.Graded graded = new ClassState.Graded(ServedClass.REFERENCE, false);
    assertThat(evidence.found(graded, broken).measured())
        .isInstanceOf(MeasuredAnswer.CannotTell.class);
    assertThat(told).singleElement().asString().contains("question broken");
  }

  /** The result of the lab's name has other points. */
  @Test
  void whatTheChosenRunLacksIsAnsweredByTheResultThatTheQuestionNames() throws Exception {
    Question names = ServedClass.lesson("charset").question("two-names").orElseThrow();
    ClassState.Graded graded = new ClassState.Graded("reference/charset", false);
    GradingResults.Found found = of("charset").found(graded, names);
    assertThat(found.run()).isEqualTo("reference/charset-names");
    assertThat(found.instead().orElseThrow()).contains("provider-lookups").contains("two-names");
    assertThat(((MeasuredAnswer.Chosen) found.measured()).option()).isEqualTo("never");
  }

  @Test
  void whatTheChosenRunHasItAnswersItself() throws Exception {
    Question own = ServedClass.lesson("charset").question("standard").orElseThrow();
    Question named =
        new Question(
            own.id(),
            own.stage(),
            own.least(),
            "charset-names",
            own.form(),
            own.figures(),
            own.links());
    ClassState.Graded graded = new ClassState.Graded("reference/charset", false);
    GradingResults.Found found = of("charset").found(graded, named);
    assertThat(found.run()).isEqualTo("reference/charset");
    assertThat(found.instead()).isEmpty();
  }

  /** Its figures come from the result that its answer comes from. */
  @Test
  void anExplanationHasTheFiguresOfTheResultThatTheQuestionNames() throws Exception {
    Lesson lesson = ServedClass.lesson("dns-go");
    Question question = lesson.question("newer-go").orElseThrow();
    ClassState.Graded graded = new ClassState.Graded("reference/dns-go", false);
    List<String> texts = lesson.in("en").orElseThrow().explanation(question);
    GradingResults.Explanation explained = of("dns-go").explanation(graded, question, texts);
    assertThat(explained.run()).contains("reference/dns-go-drain");
    assertThat(explained.filled().figures()).hasSize(4);
  }
}
