package dev.faultlab.lesson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.LabReader;
import dev.faultlab.lesson.AnswerForm.Kind;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandoutTest {
  private static final Path ROOT = Path.of("../..");
  private static final LabReader LABS = new LabReader(List.of(ROOT.resolve("labs")));
  private static final Lesson LESSON = LessonReader.read(LABS.read("charset")).orElseThrow();

  private static RunResult reference(String lab) throws IOException {
    return ResultJson.read(ROOT.resolve("results/reference/" + lab + ".json"));
  }

  private static Handout handout(String language) {
    return new Handout(LESSON, LESSON.textsIn(language).orElseThrow());
  }

  /** Each sheet asks its own questions, with all options, and explains none. */
  @ParameterizedTest
  @CsvSource({"PREDICT, TRANSFER", "TRANSFER, PREDICT"})
  void theSheetOfAStageHasItsQuestionsAndNoAnswers(Stage asked, Stage other) {
    LessonTexts texts = LESSON.textsIn("en").orElseThrow();
    Handout handout = handout("en");
    String page = asked == Stage.PREDICT ? handout.questions() : handout.transfer();
    for (Question each : LESSON.at(asked)) {
      assertThat(page).contains(texts.ask(each));
      assertThat(each.options()).allMatch(one -> page.contains(texts.option(each, one)));
    }
    assertThat(LESSON.at(other)).noneMatch(each -> page.contains(texts.ask(each)));
    assertThat(LESSON.questions()).noneMatch(each -> page.contains(texts.explanation(each).get(0)));
    assertThat(page).doesNotContain(texts.get(LessonTexts.MONDAY));
    assertThat(handout.questions())
        .contains("Right means within 1 % of the m", "within a factor of 1.60 of the m");
  }

  /** What stands on the sheet gives nothing away. */
  @ParameterizedTest
  @ValueSource(strings = {"charset", "dns-go", "dns-java", "syncookie"})
  void thingsToBePutInOrderAreNotPrintedAsTheyWereMeasured(String lab) throws IOException {
    Lesson lesson = LessonReader.read(LABS.read(lab)).orElseThrow();
    ResultAnswers answers = new ResultAnswers(reference(lab));
    for (LessonTexts texts : lesson.texts().values()) {
      String page = new Handout(lesson, texts).questions();
      for (Question each : lesson.at(Stage.PREDICT)) {
        if (each.kind() == Kind.ORDER && answers.to(each) instanceof MeasuredAnswer.Found found) {
          List<String> lines =
              found.items().stream().map(item -> "- [__] " + texts.option(each, item)).toList();
          assertThat(page).contains(lines);
          assertThat(page).doesNotContain(String.join("\n", lines));
        }
      }
    }
  }

  @Test
  void theAnswersNameTheirResultAndTheirInterval() throws IOException {
    Map<String, RunResult> results = new HashMap<>();
    Map<String, ResultAnswers> committed = new HashMap<>();
    for (String name : LESSON.results()) {
      results.put(name, reference(name));
      committed.put(name, new ResultAnswers(results.get(name)));
    }
    assertThat(handout("en").answers(committed))
        .containsPattern(
            "\\*\\*\\d+ times \\[\\d+, \\d+], n = 5\\*\\* \\(reference/charset, "
                + results.get("charset").runId()
                + "\\)")
        .contains(
            "**Never, after the first time** (reference/charset-names, "
                + results.get("charset-names").runId()
                + ")")
        .contains("- At every use Yes, although it is the only name in use.")
        .contains(LESSON.textsIn("en").orElseThrow().get(LessonTexts.MONDAY));
  }
}
