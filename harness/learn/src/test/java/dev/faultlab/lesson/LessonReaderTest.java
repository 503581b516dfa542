package dev.faultlab.lesson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lab charset's lesson in a folder of its own, with one thing broken at a time. */
class LessonReaderTest {
  @TempDir Path labs;

  @BeforeEach
  void copy() throws IOException {
    CharsetLesson.copyTo(labs);
  }

  private Lab lab() {
    return new LabReader(List.of(labs)).read("charset");
  }

  private void replace(String file, String text, String with) throws IOException {
    Path path = labs.resolve("charset/" + Lesson.FOLDER + "/" + file);
    String all = Files.readString(path);
    assertThat(all).contains(text);
    int at = all.indexOf(text);
    Files.writeString(path, all.substring(0, at) + with + all.substring(at + text.length()));
  }

  @Test
  void aWholeLessonHasItsFirstLanguageFirst() {
    Lesson lesson = LessonReader.read(lab()).orElseThrow();
    assertThat(lesson.texts().keySet()).containsExactly("en", "ja");
    assertThat(lesson.minutes()).containsEntry(Stage.INCIDENT, 5);
    assertThat(lesson.at(Stage.TRANSFER)).isNotEmpty();
    assertThat(lesson.question("mix").orElseThrow().result()).isEqualTo("charset");
    assertThat(lesson.question("load-test").orElseThrow().result()).isEqualTo("charset-load");
    assertThat(lesson.results()).containsExactly("charset", "charset-names", "charset-load");
  }

  @Test
  void aLabWithoutMaterialHasNoLesson() throws IOException {
    Files.delete(labs.resolve("charset/" + Lesson.FOLDER + "/lesson.yaml"));
    assertThat(LessonReader.read(lab())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          lesson.yaml | scale: linear | scale: square | lesson.yaml:8: $.predict
          lesson.yaml | right: 1.6, near: 4 | right: 0.5, near: 4 | right 0.5, near 4.0
          lesson.yaml | every-use: {outcome: present} | every-use: {stated: false} | 'stated' is for transfer
          lesson.yaml | explained: table | explained: no-option | explained 'no-option'
          lesson.yaml | result: charset-names | result: ../charset-names | result
          text.en.yaml | '  mix:' | '  mixed:' | 'mixed.ask' belongs to no question
          text.en.yaml | '  mix:' | '  mixed:' | lacks 'mix.ask'
          """)
  void whatDoesNotFitIsNamed(String file, String there, String replacement, String message)
      throws IOException {
    replace(file, there, replacement);
    assertThatThrownBy(() -> LessonReader.read(lab()))
        .isInstanceOf(LabException.class)
        .hasMessageContaining(message);
  }
}
