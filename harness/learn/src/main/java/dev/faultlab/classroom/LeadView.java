package dev.faultlab.classroom;

import dev.faultlab.lesson.Prediction;
import java.util.List;
import java.util.Map;

/**
 * What the facilitator's page and the projector show beside the {@link View}.
 *
 * @param shown whether the projector shows what the room predicted
 * @param join where people join
 * @param running whether a run of this session goes on
 * @param said question to what the room said in each round
 * @param confidence question to the mean confidence in each round
 */
record LeadView(
    View view,
    boolean shown,
    String join,
    String code,
    List<Person> people,
    boolean running,
    Map<String, List<List<Prediction.Given>>> said,
    Map<String, List<Double>> confidence) {

  /**
   * Somebody.
   *
   * @param answered ids of the questions that were answered in the round that is open, or in the
   *     last one
   */
  record Person(int person, String name, List<String> answered) {}
}
