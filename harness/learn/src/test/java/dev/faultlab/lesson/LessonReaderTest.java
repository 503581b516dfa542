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

  private void refused(String... parts) {
    assertThatThrownBy(() -> LessonReader.read(lab()))
        .isInstanceOf(LabException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void aWholeLessonHasItsFirstLanguageFirst() {
    Lesson lesson = LessonReader.read(lab()).orElseThrow();
    assertThat(lesson.texts().keySet()).containsExactly("en", "ja");
    assertThat(lesson.minutes()).containsEntry(Stage.INCIDENT, 5);
    assertThat(lesson.at(Stage.TRANSFER)).isNotEmpty();
  }

  @Test
  void aLabWithoutMaterialHasNoLesson() throws IOException {
    Files.delete(labs.resolve("charset/" + Lesson.FOLDER + "/lesson.yaml"));
    assertThat(LessonReader.read(lab())).isEmpty();
  }

  @Test
  void whatTheSchemaRefusesHasALine() throws IOException {
    replace("lesson.yaml", "scale: linear", "scale: square");
    refused("lesson.yaml:8: ", "scale");
  }

  @Test
  void whatTheLabDoesNotHaveIsNamed() throws IOException {
    replace("lesson.yaml", "variant: by-name, jdk: 25, jars: 300}}", "variant: by-number}}");
    refused("lesson.yaml:8: ", "no variant 'by-number'");
  }

  @Test
  void aSignatureAndAMetricThatAreNotThereAreNamed() throws IOException {
    replace("lesson.yaml", "of: provider-lookups", "of: no-such");
    replace("lesson.yaml", "metric: allocated", "metric: no-such-metric");
    refused("no signature 'no-such'", "no metric 'no-such-metric'");
  }

  @Test
  void aToleranceThatGradesNothingRightIsRefused() throws IOException {
    replace("lesson.yaml", "right: 1.6, near: 4", "right: 0.5, near: 4");
    refused("right 0.5, near 4.0");
  }

  @Test
  void whatIsPredictedMustBeMeasured() throws IOException {
    replace("lesson.yaml", "every-use: {outcome: present}", "every-use: {stated: false}");
    refused("'stated' is for transfer");
  }

  @Test
  void theExplainedAnswerIsOneOfTheOptions() throws IOException {
    replace("lesson.yaml", "explained: table", "explained: no-option");
    refused("explained 'no-option'");
  }

  @Test
  void anUnfinishedLanguageMayLackTexts() throws IOException {
    Files.writeString(
        labs.resolve("charset/" + Lesson.FOLDER + "/text.ja.yaml"), "complete: true\ntitle: 題\n");
    refused("text.ja.yaml: claims to be complete and lacks 'incident'", "lacks 'mix.ask'");
    Files.writeString(
        labs.resolve("charset/" + Lesson.FOLDER + "/text.ja.yaml"), "complete: false\ntitle: 題\n");
    assertThat(LessonReader.read(lab()).orElseThrow().in("ja").orElseThrow().complete()).isFalse();
  }

  @Test
  void aFigureThatATextLacksOrThatIsNowhereReadIsNamed() throws IOException {
    replace("text.ja.yaml", "{kilobytes}", "64 kB");
    replace("text.en.yaml", "{kilobytes}", "{megabytes}");
    refused(
        "text.ja.yaml: the explanation of 'bytes' lacks {kilobytes}",
        "text.en.yaml: 'bytes' has no figure 'megabytes'");
  }

  @Test
  void aQuestionAsksTheResultOfTheLabsNameUnlessItSaysAnother() {
    Lesson lesson = LessonReader.read(lab()).orElseThrow();
    assertThat(lesson.question("mix").orElseThrow().result()).isEqualTo("charset");
    assertThat(lesson.question("load-test").orElseThrow().result()).isEqualTo("charset-load");
    assertThat(lesson.results()).containsExactly("charset", "charset-names", "charset-load");
  }

  @Test
  void aResultIsANameAndNoPath() throws IOException {
    replace("lesson.yaml", "result: charset-names", "result: ../charset-names");
    refused("lesson.yaml:", "result");
  }

  @Test
  void aTextOfNoQuestionIsNamed() throws IOException {
    replace("text.en.yaml", "  mix:\n    ask:", "  mixed:\n    ask:");
    refused("'mixed.ask' belongs to no question", "lacks 'mix.ask'");
  }
}
