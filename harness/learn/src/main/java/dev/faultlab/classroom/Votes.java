package dev.faultlab.classroom;

import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The answers so far: of one person, or of the whole room without names.
 *
 * @param everybody question to what the room said, once it was asked for
 */
record Votes(ClassState state, Lesson lesson, Map<String, List<List<Prediction.Given>>> everybody) {
  /** Before the discussion, and after it. */
  private static final List<Integer> ROUNDS = List.of(1, 2);

  /** Question to a person's answers, one for each round. */
  Map<String, List<Optional<Prediction>>> of(int person) {
    Map<String, List<Optional<Prediction>>> mine = new LinkedHashMap<>();
    for (Question question : lesson.questions()) {
      mine.put(
          question.id(),
          ROUNDS.stream().map(round -> state.answer(round, person, question.id())).toList());
    }
    return mine;
  }

  /** A person's answers in the open round, or else the first one. */
  List<String> answered(int person) {
    int round = state.now().phase() == Phase.AGAIN ? 2 : 1;
    return List.copyOf(
        state.answers().getOrDefault(round, Map.of()).getOrDefault(person, Map.of()).keySet());
  }

  /** The room's answers in each round, not in the order of persons. */
  List<List<Prediction.Given>> said(Question question) {
    // Once for a room that asks for it at the same time.
    return everybody.computeIfAbsent(
        question.id(), id -> ROUNDS.stream().map(round -> sorted(question, round)).toList());
  }

  /** Sorted by content: the order of persons would reveal who gave which answer. */
  private List<Prediction.Given> sorted(Question question, int round) {
    return answers(question, round).stream()
        .map(Prediction::given)
        .sorted(Comparator.comparing(Prediction.Given::toString))
        .toList();
  }

  /** Mean confidence in each round; 0 without answers. */
  List<Double> confidence(Question question) {
    return ROUNDS.stream()
        .map(
            round ->
                answers(question, round).stream()
                    .mapToDouble(Prediction::confidence)
                    .average()
                    .orElse(0))
        .toList();
  }

  private List<Prediction> answers(Question question, int round) {
    return state.answers().getOrDefault(round, Map.of()).values().stream()
        .map(own -> own.get(question.id()))
        .filter(Objects::nonNull)
        .toList();
  }
}
