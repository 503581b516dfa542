package dev.faultlab.lesson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lessons that are here, against the results that are committed. */
class CommittedLessonsTest {
  private static final Path ROOT = Path.of("../..");
  private static final LabReader LABS = new LabReader(List.of(ROOT.resolve("labs")));

  /** Small labs have a page and no lesson. */
  static List<String> labs() {
    List<String> taught =
        LABS.names().stream().filter(n -> LessonReader.read(LABS.read(n)).isPresent()).toList();
    assertThat(taught).contains("charset", "dns-go", "dns-java", "random", "syncookie");
    return taught;
  }

  @ParameterizedTest
  @MethodSource("labs")
  void everyAnswerComesOutOfACommittedResultAndOfTheShortForm(String name) throws IOException {
    Lab lab = LABS.read(name);
    Lesson lesson = LessonReader.read(lab).orElseThrow();
    assertThat(AnswerChecks.problems(lesson, committed(lesson), shortForm(lab))).isEmpty();
    assertThat(lesson.at(Stage.PREDICT)).hasSizeGreaterThanOrEqualTo(8);
    assertThat(lesson.at(Stage.TRANSFER)).hasSizeGreaterThanOrEqualTo(2);
    // Half an hour of a class with its own run must be filled by questions that this run answers.
    assertThat(lesson.at(Stage.PREDICT).stream().filter(q -> q.shortestForm() == RunForm.SHORT))
        .hasSizeGreaterThanOrEqualTo(5);
  }

  /** Whoever always takes the first option, or the last one, is wrong more often than right. */
  @Test
  void thePlaceOfTheRightOptionSaysNothing() {
    int choices = 0;
    int first = 0;
    int last = 0;
    for (String name : labs()) {
      for (Question question : LessonReader.read(LABS.read(name)).orElseThrow().at(Stage.PREDICT)) {
        if (question.isChoice()) {
          int place = question.options().indexOf(question.explained());
          choices++;
          first += place == 0 ? 1 : 0;
          last += place == question.options().size() - 1 ? 1 : 0;
        }
      }
    }
    assertThat(first).isPositive().isLessThan(choices / 2);
    assertThat(last).isPositive().isLessThan(choices / 2);
  }

  @Test
  void aQuestionThatTheShortFormDoesNotAnswerIsFound() throws IOException {
    Lab lab = LABS.read("dns-java");
    Lesson lesson = LessonReader.read(lab).orElseThrow();
    RunResult result = reference("dns-java");
    assertThat(AnswerChecks.problems(lesson, Map.of("dns-java", result), Set.of()))
        .anyMatch(p -> p.startsWith("question 'outstanding' is not answered by the short"));
  }

  private static Map<String, RunResult> committed(Lesson lesson) throws IOException {
    Map<String, RunResult> committed = new HashMap<>();
    for (String name : lesson.results()) {
      committed.put(name, reference(name));
    }
    return committed;
  }

  private static RunResult reference(String name) throws IOException {
    return ResultJson.read(ROOT.resolve("results/reference/" + name + ".json"));
  }

  private static Set<Point> shortForm(Lab lab) {
    return new Planner(lab)
        .plan(new Choices(Map.of(), List.of(), RunForm.SHORT)).cells().stream()
            .map(Cell::point)
            .collect(Collectors.toSet());
  }
}
