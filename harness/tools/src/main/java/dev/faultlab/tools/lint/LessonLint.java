package dev.faultlab.tools.lint;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lesson.AnswerChecks;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.LessonReader;
import dev.faultlab.lesson.Question;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks the material of a lab's class against the committed results and the repository.
 *
 * @param root of the repository, for links
 */
record LessonLint(Path root, RunStore runs) {
  List<String> problems(Lab lab) throws IOException {
    Optional<Lesson> read;
    try {
      read = LessonReader.read(lab);
    } catch (LabException e) {
      return List.of(e.getMessage());
    }
    if (read.isEmpty()) {
      return List.of();
    }
    Lesson lesson = read.get();
    Set<Point> shortForm =
        new Planner(lab)
            .plan(new Choices(Map.of(), List.of(), RunForm.SHORT)).cells().stream()
                .map(cell -> cell.point())
                .collect(Collectors.toSet());
    Map<String, RunResult> committed = new HashMap<>();
    List<String> unread = new ArrayList<>();
    for (String name : lesson.results()) {
      try {
        runs.reference(name).ifPresent(result -> committed.put(name, result));
      } catch (IOException | RuntimeException e) {
        unread.add("the result " + name + " is not one of a run: " + e.getMessage());
      }
    }
    List<String> problems = new ArrayList<>(unread);
    problems.addAll(AnswerChecks.problems(lesson, committed, shortForm));
    for (Question question : lesson.questions()) {
      for (String link : question.links()) {
        problem(link).ifPresent(what -> problems.add("question '" + question.id() + "': " + what));
      }
    }
    String file = lesson.folder().resolve("lesson.yaml") + ": ";
    return problems.stream().map(file::concat).toList();
  }

  private Optional<String> problem(String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path file = root.resolve(parts[0]);
    if (!Files.isRegularFile(file)) {
      return Optional.of("links to " + link + ", where there is no such file");
    }
    return parts.length == 1 || anchors(file).contains(parts[1])
        ? Optional.empty()
        : Optional.of("links to " + link + ", which has no such heading");
  }

  /** The anchors that GitHub makes for a page's headings. */
  private static List<String> anchors(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }
}
