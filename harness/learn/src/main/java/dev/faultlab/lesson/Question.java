package dev.faultlab.lesson;

import dev.faultlab.lab.RunForm;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * A question of a lesson. What it says to people stands in {@link LessonTexts}.
 *
 * @param id unique in its lesson
 * @param stage PREDICT or TRANSFER
 * @param least the shortest form of a lab that answers it
 * @param result name of the committed result that answers where the run of choice does not; the
 *     lab's own where the lesson names none
 * @param form what is asked for, and where its answer is read
 * @param figures id to a number that the explanation has
 * @param links where the explanation leads on, in the order of the text
 */
public record Question(
    String id,
    Stage stage,
    RunForm least,
    String result,
    Form form,
    Map<String, ExplanationFigure> figures,
    List<String> links) {

  /**
   * The ids of the options as people are shown them, on a page and on paper. What is to be put in
   * order comes in one that says nothing and is the same for all: the lesson may well list it as it
   * was measured.
   */
  public List<String> shown() {
    List<String> options = form.options();
    return form instanceof Form.Order
        ? options.stream().sorted(Comparator.comparingLong(this::mixed)).toList()
        : options;
  }

  private long mixed(String option) {
    CRC32 sum = new CRC32();
    sum.update((id + "/" + option).getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }
}
