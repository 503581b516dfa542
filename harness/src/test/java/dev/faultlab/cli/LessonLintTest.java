package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.LabReader;
import dev.faultlab.lesson.Lesson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lab charset's lesson, whose question two-names asks one result or another. */
class LessonLintTest {
  private static final Path ROOT = Path.of("..");
  private static final Path CHARSET = ROOT.resolve("labs/charset");

  @TempDir Path labs;

  @BeforeEach
  void copy() throws IOException {
    Path folder = Files.createDirectories(labs.resolve("charset/" + Lesson.FOLDER));
    Files.copy(CHARSET.resolve("lab.yaml"), labs.resolve("charset/lab.yaml"));
    try (Stream<Path> files = Files.list(CHARSET.resolve(Lesson.FOLDER))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
  }

  private List<String> problems() throws IOException {
    return new LessonLint(ROOT, ROOT.resolve("results"))
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
  void aResultThatCannotAnswerIsTold(String result, String said) throws IOException {
    ask(result);
    assertThat(problems())
        .singleElement()
        .asString()
        .contains("lesson.yaml: question 'two-names' ")
        .endsWith(said);
  }

  @Test
  void aFileThatIsNoResultOfARunIsTold() throws IOException {
    ask("upgrade-charset");
    assertThat(problems())
        .first()
        .asString()
        .contains("the result upgrade-charset is none of a run");
  }

  private void ask(String result) throws IOException {
    Path file = labs.resolve("charset/" + Lesson.FOLDER + "/lesson.yaml");
    String asked = "  two-names:\n    result: ";
    String lesson = Files.readString(file);
    assertThat(lesson).contains(asked + "charset-names\n");
    Files.writeString(file, lesson.replace(asked + "charset-names\n", asked + result + "\n"));
  }
}
