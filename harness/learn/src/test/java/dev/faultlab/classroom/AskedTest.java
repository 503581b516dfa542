package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.Question;
import java.io.IOException;
import java.nio.file.Path;
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
    ObjectNode declared = question.declared().deepCopy();
    ObjectNode items = (ObjectNode) declared.at("/order/items");
    // Put again, an item comes last.
    items.set(question.options().get(0), items.remove(question.options().get(0)));
    Question other = new Question(question.id(), question.stage(), question.lab(), declared);
    assertThat(other.options()).isNotEqualTo(question.options());
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
