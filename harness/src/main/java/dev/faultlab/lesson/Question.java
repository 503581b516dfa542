package dev.faultlab.lesson;

import java.util.List;
import java.util.Map;

/**
 * A question of a lesson. What it says to people stands in {@link LessonTexts}.
 *
 * @param id unique in its lesson
 * @param stage PREDICT or TRANSFER
 * @param quick whether a lab's short form answers it
 * @param form what is asked for, and where its answer is read
 * @param figures id to a number that the explanation has
 * @param links where the explanation leads on, in the order of the text
 */
public record Question(
    String id,
    Stage stage,
    boolean quick,
    Form form,
    Map<String, Figure> figures,
    List<String> links) {}
