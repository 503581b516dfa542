package dev.faultlab.lesson;

import dev.faultlab.lab.RunForm;
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
 * @param form of the answer, and its source
 * @param figures id to a number that the explanation has
 * @param links to further reading, in the order of the text
 */
public record Question(
    String id,
    Stage stage,
    RunForm least,
    String result,
    AnswerForm form,
    Map<String, ExplanationFigure> figures,
    List<String> links) {

  /**
   * The ids of the options in the order shown, on a page and on paper. Items to sort are shown in a
   * neutral order that is the same for all, because the lesson may list them as measured.
   */
  public List<String> shown() {
    List<String> options = form.options();
    return form instanceof AnswerForm.Order
        ? options.stream().sorted(Comparator.comparingLong(this::mixed)).toList()
        : options;
  }

  private long mixed(String option) {
    CRC32 sum = new CRC32();
    sum.update((id + "/" + option).getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }
}
