package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.LabReader;
import dev.faultlab.lesson.CharsetLesson;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lab charset's lesson, whose question two-names asks one result or another. */
class LessonLintTest {
  private static final Path ROOT = Path.of("../..");

  @TempDir Path labs;

  @BeforeEach
  void copy() throws IOException {
    CharsetLesson.copyTo(labs);
  }

  private List<String> problems() throws IOException {
    return new LessonLint(ROOT, new RunStore(ROOT.resolve("results")))
        .problems(new LabReader(List.of(labs)).read("charset"));
  }

  @Test
  void theLessonIsFineAsItIs() throws IOException {
    assertThat(problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "charset-nowhere | asks the result 'charset-nowhere', and none of that name is committed",
        "dns-go-drain    | asks the result 'dns-go-drain', which is one of lab dns-go",
        "charset-load    | this run has no signature 'provider-lookups' at two-names",
      })
  void aResultThatCannotAnswerIsTold(String result, String message) throws IOException {
    ask(result);
    assertThat(problems())
        .singleElement()
        .asString()
        .contains("lesson.yaml: question 'two-names' ")
        .endsWith(message);
  }

  @Test
  void aFileThatIsNoResultOfARunIsTold() throws IOException {
    ask("upgrade-charset");
    assertThat(problems())
        .first()
        .asString()
        .contains("result upgrade-charset is not one of a run");
  }

  private void ask(String result) throws IOException {
    Path file = labs.resolve("charset/" + Lesson.FOLDER + "/lesson.yaml");
    String asked = "  two-names:\n    result: ";
    String lesson = Files.readString(file);
    assertThat(lesson).contains(asked + "charset-names\n");
    Files.writeString(file, lesson.replace(asked + "charset-names\n", asked + result + "\n"));
  }
}
