package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads {@code class/lesson.yaml} and {@code class/text.<language>.yaml} of a lab: syntax, then
 * schema, then checks that a schema cannot express.
 */
public final class LessonReader {
  private static final Pattern TEXT = Pattern.compile("^text\\.([a-z]{2})\\.yaml$");

  private LessonReader() {}

  /** The names of the labs that have a lesson. */
  public static List<String> labs(LabReader labs) {
    return labs.all().stream()
        .filter(lab -> Files.isRegularFile(lab.resolve(Lesson.FOLDER).resolve("lesson.yaml")))
        .map(lab -> lab.getFileName().toString())
        .toList();
  }

  /**
   * The lesson of a lab.
   *
   * @return empty if the lab has none
   * @throws LabException with file and line for each error
   */
  public static Optional<Lesson> read(Lab lab) {
    Path folder = lab.folder().resolve(Lesson.FOLDER);
    Path file = folder.resolve("lesson.yaml");
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    YamlTree tree = YamlTree.checked(file, "/schema/lesson.schema.json");
    JsonNode root = tree.json();
    Map<Stage, Integer> minutes = new LinkedHashMap<>();
    List<Question> questions = new ArrayList<>();
    for (Stage stage : Stage.values()) {
      minutes.put(stage, root.path("minutes").path(Stage.word(stage)).asInt());
      root.path(Stage.word(stage))
          .properties()
          .forEach(q -> questions.add(new Question(q.getKey(), stage, lab.name(), q.getValue())));
    }
    Lesson lesson =
        new Lesson(
            lab.name(), folder, minutes, questions, texts(folder, root.path("language").asText()));
    List<String> problems = new ArrayList<>();
    if (!root.path("lab").asText().equals(lab.name())) {
      problems.add(file + ":1: is the lesson of another lab, expected '" + lab.name() + "'");
    }
    LessonChecks.structure(lesson)
        .forEach(
            (path, errors) ->
                errors.forEach(s -> problems.add(file + ":" + tree.line(path) + ": " + s)));
    problems.addAll(LessonChecks.texts(lesson));
    LabException.throwIf(!problems.isEmpty(), String.join("\n", problems));
    return Optional.of(lesson);
  }

  private static Map<String, LessonTexts> texts(Path folder, String first) {
    Map<String, LessonTexts> texts = new LinkedHashMap<>();
    texts.put(first, text(folder, first));
    try (Stream<Path> files = Files.list(folder)) {
      files
          .flatMap(file -> TEXT.matcher(file.getFileName().toString()).results())
          .map(name -> name.group(1))
          .sorted()
          .forEach(language -> texts.computeIfAbsent(language, l -> text(folder, l)));
    } catch (IOException e) {
      throw new LabException(folder + ": cannot be listed: " + e.getMessage(), e);
    }
    return java.util.Collections.unmodifiableMap(texts);
  }

  private static LessonTexts text(Path folder, String language) {
    Path file = folder.resolve("text." + language + ".yaml");
    Map<String, String> byId = new LinkedHashMap<>();
    collect("", YamlTree.checked(file, "/schema/lesson-text.schema.json").json(), byId);
    return new LessonTexts(language, byId);
  }

  private static void collect(String id, JsonNode node, Map<String, String> byId) {
    if (node.isTextual()) {
      byId.put(id.replaceFirst("^\\.(questions\\.)?", ""), node.asText().strip());
    }
    node.properties().forEach(part -> collect(id + "." + part.getKey(), part.getValue(), byId));
  }
}
