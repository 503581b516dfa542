package dev.faultlab.lesson;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What people read, by id. The texts use a small part of Markdown: paragraphs with blank lines
 * between them, {@code `code`}, and blocks that are indented by four spaces. No HTML.
 *
 * @param language such as {@code en}
 * @param byId id to text; {@link #required} has the ids
 */
public record LessonTexts(String language, Map<String, String> byId) {
  public static final String TITLE = "title";
  public static final String INCIDENT = "incident";

  /** Description of the incident's picture, for people who cannot see it. */
  public static final String PICTURE = "picture";

  /** The learner's task in the stage of the repair. */
  public static final String REPAIR = "repair";

  /** One paragraph: what you would do on Monday. */
  public static final String MONDAY = "monday";

  /**
   * A text.
   *
   * @throws IllegalArgumentException when there is none
   */
  public String get(String id) {
    String text = byId.get(id);
    if (text == null) {
      throw new IllegalArgumentException("no text '" + id + "' in language " + language);
    }
    return text;
  }

  /** The question itself. */
  public String ask(Question question) {
    return get(question.id() + ".ask");
  }

  /** The name of an option or item. */
  public String option(Question question, String option) {
    return get(question.id() + ".options." + option);
  }

  /**
   * The explanation, with places for figures: the answer, then for each option why a learner may
   * choose it, and what is wrong or right about it.
   */
  public List<String> explanation(Question question) {
    Stream<String> ids =
        Stream.concat(
            Stream.of(question.id() + ".explain"),
            question.options().stream().map(o -> question.id() + ".why." + o));
    return ids.filter(byId::containsKey).map(byId::get).toList();
  }

  /** The ids that a language has. */
  static Set<String> required(Lesson lesson) {
    Set<String> ids = new LinkedHashSet<>(List.of(TITLE, INCIDENT, REPAIR, MONDAY));
    lesson.picture().ifPresent(file -> ids.add(PICTURE));
    for (Question question : lesson.questions()) {
      ids.add(question.id() + ".ask");
      for (String option : question.options()) {
        ids.add(question.id() + ".options." + option);
        if (question.isChoice()) {
          ids.add(question.id() + ".why." + option);
        }
      }
      ids.add(question.id() + ".explain");
    }
    return ids;
  }
}
