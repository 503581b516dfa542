package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AskedTest {
  @TempDir Path folder;

  private List<View.Option> options(Lesson lesson, Question question) throws IOException {
    LessonTexts texts = lesson.in("en").orElseThrow();
    try (Session session = ServedClass.sessions(folder).begin(lesson, true, "en")) {
      return View.Asked.of(question, texts, new Markdown(), session).options();
    }
  }

  /** A lesson often lists what is to be put in order as it was measured. */
  @Test
  void theOrderInWhichThingsAreShownDoesNotComeFromTheLesson() throws IOException {
    Lesson lesson = ServedClass.lesson(ServedClass.LAB);
    Question question = lesson.question("windows").orElseThrow();
    List<String> reversed = new ArrayList<>(question.options());
    Collections.reverse(reversed);
    Question other =
        new Question(
            question.id(),
            question.stage(),
            question.least(),
            question.result(),
            question.form(),
            reversed,
            question.figures(),
            question.links(),
            question.declared());
    assertThat(options(lesson, question))
        .isEqualTo(options(lesson, other))
        .extracting(View.Option::id)
        .containsExactlyInAnyOrderElementsOf(question.options())
        .isNotEqualTo(question.options());
  }

  @Test
  void whatIsChosenFromStaysAsTheLessonHasIt() throws IOException {
    Lesson lesson = ServedClass.lesson(ServedClass.LAB);
    Question question = lesson.question("no-storm").orElseThrow();
    assertThat(options(lesson, question)).extracting(View.Option::id).isEqualTo(question.options());
  }
}
