package dev.faultlab.lesson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.result.RunResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a lesson must not ask, or say, of the committed result. */
class AnswerChecksTest {
  private static final String RATIO = "{" + Samples.SLOWDOWN + "}";

  private static List<String> problems(Question question, RunResult reference) {
    return problems("sample", question, Map.of("sample", reference));
  }

  private static List<String> problems(
      String lab, Question question, Map<String, RunResult> committed) {
    Lesson lesson =
        new Lesson(
            lab,
            Path.of("."),
            Map.of(),
            List.of(question),
            Map.of("en", new LessonTexts("en", Map.of())));
    return AnswerChecks.problems(
        lesson, committed, Set.of(Samples.FAULTY, Samples.FAULTY_TEN, Samples.HEALTHY));
  }

  @Test
  void aRatioThatIsToldMayBeAskedForAndShown() {
    assertThat(problems(Samples.number(RATIO), Samples.result())).isEmpty();
    assertThat(problems(Samples.explained(RATIO), Samples.result())).isEmpty();
  }

  @Test
  void aRatioThatIsNotToldIsNoNumber() {
    String part = "{multiply: [2, " + RATIO + "]}";
    for (Question question :
        List.of(
            Samples.number(RATIO),
            Samples.number(part),
            Samples.explained(RATIO),
            Samples.explained(part))) {
      assertThat(problems(question, Samples.indistinguishable()))
          .singleElement()
          .asString()
          .startsWith("question 'q' gives as a number the ratio of 'wait' of faulty at size=1")
          .contains("(p = 0.010)");
    }
  }

  @Test
  void whetherItCanBeToldMayBeAsked() {
    Question told =
        Samples.choice(
            "{least: 5, below: 20, number: %s}".formatted(RATIO),
            "{least: 0, below: 5, number: %s}".formatted(RATIO));
    assertThat(problems(told, Samples.indistinguishable())).isEmpty();
  }

  @Test
  void aResultThatIsNotCommittedIsTold() {
    assertThat(problems("sample", Samples.number(RATIO), Map.of()))
        .containsExactly(
            "question 'q' asks the result 'sample', and none of that name is committed");
  }

  @Test
  void aResultOfAnotherLabIsTold() {
    assertThat(problems("stacks", Samples.number(RATIO), Map.of("sample", Samples.result())))
        .containsExactly("question 'q' asks the result 'sample', which is one of lab sample");
  }

  @Test
  void aResultWithoutThePointsThatAreAskedForIsTold() {
    assertThat(problems(Samples.number(RATIO), Samples.result().only(Set.of())))
        .singleElement()
        .asString()
        .startsWith("question 'q' has no answer in run 20260102T030405Z-abcd: ");
  }
}
