package dev.faultlab.lesson;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The material of one lab: {@code labs/<name>/class/}.
 *
 * @param lab name
 * @param folder where it was read from
 * @param minutes planned time of each stage
 * @param questions those of {@link Stage#PREDICT}, then those of {@link Stage#TRANSFER}
 * @param texts by language, such as {@code en}; the first one is the original
 */
public record Lesson(
    String lab,
    Path folder,
    Map<Stage, Integer> minutes,
    List<Question> questions,
    Map<String, LessonTexts> texts) {

  /** The folder of the material in a lab's folder. */
  public static final String FOLDER = "class";

  /** A picture of the incident; empty where the lesson has none. */
  public Optional<Path> picture() {
    return Optional.of(folder.resolve("incident.svg")).filter(Files::isRegularFile);
  }

  /** The questions of a stage. */
  public List<Question> at(Stage stage) {
    return questions.stream().filter(q -> q.stage() == stage).toList();
  }

  /** The question of that id. */
  public Optional<Question> question(String id) {
    return questions.stream().filter(q -> q.id().equals(id)).findFirst();
  }

  /** The texts in the language in which the lesson was written; they are complete. */
  public LessonTexts original() {
    return texts.values().iterator().next();
  }

  /** The names of the committed results that its questions ask. */
  public Set<String> results() {
    return questions.stream()
        .map(Question::result)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The texts in a language; empty without a translation. */
  public Optional<LessonTexts> textsIn(String language) {
    return Optional.ofNullable(texts.get(language));
  }
}
