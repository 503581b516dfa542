package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.lesson.AnswerForm.Kind;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.MeasuredAnswer;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Prediction.Given;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import dev.faultlab.result.RunStore;
import dev.faultlab.verdict.Judgement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GradingResultsTest {
  private final List<String> messages = new ArrayList<>();
  private final GradingResults evidence = of(ServedClass.LAB);

  private GradingResults of(String lab) {
    return of(Path.of("../../results"), lab);
  }

  private GradingResults of(Path results, String lab) {
    return new GradingResults(new RunStore(results), lab, new ProblemLog(messages::add));
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
    MeasuredAnswer measured = found(ServedClass.LAB, question).measured();
    Prediction fits =
        new Prediction("window", new Given(Kind.NUMBER, List.of(1578.0), List.of()), 0.5);
    Prediction unfitting =
        new Prediction("window", new Given(Kind.CHOICE, List.of(), List.of("nosuch")), 0.5);
    assertThat(evidence.grade(question, fits, measured)).isPresent();
    assertThat(messages).isEmpty();
    assertThat(evidence.grade(question, unfitting, measured)).isEmpty();
    assertThat(evidence.grade(question, unfitting, measured)).isEmpty();
    assertThat(messages).singleElement().asString().contains("the grade of an answer to window");
  }

  @Test
  void aQuestionThatBreaksWhatReadsTheResultCannotBeTold() throws Exception {
    Question broken =
        new Question("window", Stage.PREDICT, ServedClass.LAB, MissingNode.getInstance());
    assertThat(found(ServedClass.LAB, broken).measured())
        .isInstanceOf(MeasuredAnswer.CannotTell.class);
    assertThat(messages).singleElement().asString().contains("question window");
  }

  /** The result of the lab's name has other points. */
  @Test
  void whatTheChosenRunLacksIsAnsweredByTheResultThatTheQuestionNames() throws Exception {
    Question names = ServedClass.lesson("charset").question("two-names").orElseThrow();
    GradingResults.Answered found = found("charset", names);
    assertThat(found.run()).isEqualTo("reference/charset-names");
    assertThat(found.own())
        .get()
        .asString()
        .startsWith("CannotTell")
        .contains("provider-lookups", "two-names");
    assertThat(((MeasuredAnswer.Found) found.measured()).items()).containsExactly("never");
  }

  @Test
  void whatTheChosenRunHasItAnswersItself() throws Exception {
    Question own = ServedClass.lesson("charset").question("standard").orElseThrow();
    ObjectNode declared = own.declared().deepCopy();
    declared.put("result", "charset-names");
    Question named = new Question(own.id(), own.stage(), own.lab(), declared);
    GradingResults.Answered found = found("charset", named);
    assertThat(found.run()).isEqualTo("reference/charset");
    assertThat(found.own()).isEmpty();
  }

  /** A run of the class has one trial for each time. */
  @ParameterizedTest
  @CsvSource({"window,false", "the-fix,false", "slower,true", "delay,true", "drop-price,true"})
  void countsAreGradedByTheChosenRunAndTimesByTheCommittedResult(
      String question, boolean timed, @TempDir Path folder) throws Exception {
    FakeRun run = new FakeRun(folder, Judgement.AS_EXPECTED);
    Lesson lesson = ServedClass.lesson(ServedClass.LAB);
    Question asked = lesson.question(question).orElseThrow();
    GradingResults.Answered found =
        of(folder, ServedClass.LAB).answerTo(FakeRun.NAME, asked, lesson.original());
    assertThat(found.run()).isEqualTo(timed ? ServedClass.REFERENCE : FakeRun.NAME);
    // The class sees what its own run measured.
    assertThat(found.own().isPresent()).isEqualTo(timed);
    Files.delete(run.results().resolve(ServedClass.REFERENCE + ".json"));
    GradingResults alone = of(folder, ServedClass.LAB);
    assertThat(alone.answerTo(FakeRun.NAME, asked, lesson.original()).run())
        .as("without a committed result")
        .isEqualTo(FakeRun.NAME);
  }

  /** Its figures come from the result that its answer comes from. */
  @Test
  void anExplanationHasTheFiguresOfTheResultThatTheQuestionNames() throws Exception {
    Lesson lesson = ServedClass.lesson("dns-go");
    Question question = lesson.question("newer-go").orElseThrow();
    GradingResults.Answered found = found("dns-go", question);
    assertThat(found.figuresFrom()).contains("reference/dns-go-drain");
    assertThat(found.figures()).hasSize(4);
  }

  /** What the committed result of a lab says. */
  private GradingResults.Answered found(String lab, Question question) {
    return of(lab).answerTo("reference/" + lab, question, ServedClass.lesson(lab).original());
  }
}
