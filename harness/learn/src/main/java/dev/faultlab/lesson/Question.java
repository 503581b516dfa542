package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lesson.AnswerForm.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * A question of a lesson. Its texts are in {@link LessonTexts}.
 *
 * @param id unique in its lesson
 * @param stage PREDICT or TRANSFER
 * @param least the shortest form of a lab that answers it
 * @param result name of the committed result that answers when the chosen run cannot; by default
 *     the lab's own
 * @param form of the answer
 * @param options ids of what can be chosen or sorted, in the order of the lesson
 * @param figures id to a number that the explanation has
 * @param links to further reading, in the order of the text
 * @param declared its part of lesson.yaml, with the sources of the answer; see {@link Queries}
 */
public record Question(
    String id,
    Stage stage,
    RunForm least,
    String result,
    AnswerForm form,
    List<String> options,
    Map<String, ExplanationFigure> figures,
    List<String> links,
    JsonNode declared) {

  /** The option that the texts explain as the answer; any other outcome is a surprise to them. */
  public String explained() {
    return declared.path("explained").asText();
  }

  /** Whether it asks for one of several options. */
  public boolean isChoice() {
    return form.kind() == Kind.CHOICE;
  }

  /**
   * The ids of the options in the order shown, on a page and on paper. Items to sort are shown in a
   * neutral order that is the same for all, because the lesson may list them as measured.
   */
  public List<String> shown() {
    return form.kind() == Kind.ORDER
        ? options.stream().sorted(Comparator.comparingLong(this::mixed)).toList()
        : options;
  }

  private long mixed(String option) {
    CRC32 sum = new CRC32();
    sum.update((id + "/" + option).getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }
}
