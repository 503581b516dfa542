package dev.faultlab.lesson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.LabReader;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandoutTest {
  private static final Path ROOT = Path.of("..");
  private static final Lesson LESSON =
      LessonReader.read(new LabReader(List.of(ROOT.resolve("labs"))).read("charset")).orElseThrow();

  private static Handout handout(String language) {
    return new Handout(LESSON, LESSON.in(language).orElseThrow());
  }

  @Test
  void thePageOfTheQuestionsHasNoAnswers() {
    String page = handout("en").questions();
    LessonTexts texts = LESSON.in("en").orElseThrow();
    for (Question question : LESSON.questions()) {
      assertThat(page)
          .contains(texts.ask(question))
          .doesNotContain(texts.explanation(question).get(0));
      for (String option : question.form().options()) {
        assertThat(page).contains(texts.option(question, option));
      }
    }
    assertThat(page).doesNotContain(texts.get(LessonTexts.MONDAY));
  }

  @Test
  void theAnswersNameTheirRunAndTheirInterval() throws IOException {
    RunResult result = new ResultJson().read(ROOT.resolve("results/reference/charset.json"));
    assertThat(handout("en").answers(new Answers(result)))
        .containsPattern(
            "\\*\\*\\d+ times \\[\\d+, \\d+], n = 5\\*\\* \\(" + result.runId() + "\\)")
        .contains("- At every use Yes, although it is the only name in use.")
        .contains(LESSON.in("en").orElseThrow().get(LessonTexts.MONDAY));
  }

  @Test
  void aSecondLanguageIsWhole() {
    assertThat(LESSON.in("ja").orElseThrow().complete()).isTrue();
    assertThat(handout("ja").questions()).contains("プロバイダ");
  }
}
