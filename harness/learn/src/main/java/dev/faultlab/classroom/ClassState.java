package dev.faultlab.classroom;

import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The state of a session, and the form of its file.
 *
 * @param opened how it began
 * @param roster who takes part
 * @param answers round to person to question to the newest answer
 * @param now the current phase
 * @param furthest the latest phase ever reached: what was shown stays known
 * @param graded the result for grading
 * @param offered a run of the session's own that may be chosen
 */
public record ClassState(
    Opened opened,
    Roster roster,
    Map<Integer, Map<Integer, Map<String, Prediction>>> answers,
    Moved now,
    Phase furthest,
    Optional<Graded> graded,
    Optional<String> offered) {

  /**
   * How a session began.
   *
   * @param at an ISO-8601 instant
   * @param session its name
   * @param room whether others take part
   * @param language of texts if a browser requests no other
   * @param token of the browsers that lead
   */
  public record Opened(
      String at, String session, String lab, boolean room, String language, String token) {}

  /**
   * A participant.
   *
   * @param person number in the order of joining, from 1
   * @param key by which the server recognises this person
   * @param name as typed; may be empty
   * @param browser its id; empty for a person alone
   */
  record Joined(int person, String key, String name, Optional<String> browser) {}

  /**
   * The class is in a phase.
   *
   * @param focus the only question of the phase; empty for all
   * @param until end of the time
   * @param shown whether the projector shows the room's predictions
   */
  record Moved(Phase phase, Optional<String> focus, Optional<String> until, boolean shown) {}

  /**
   * A result is chosen for grading.
   *
   * @param run in the form of {@code RunStore.find}
   * @param live whether this session ran it
   */
  record Graded(String run, boolean live) {}

  /**
   * The state in which a session begins.
   *
   * @param code that people type to join
   */
  static ClassState of(Opened opened, String code) {
    return new ClassState(
        opened,
        new Roster(Map.of(), 0, code),
        Map.of(),
        new Moved(Phase.INCIDENT, Optional.empty(), Optional.empty(), false),
        Phase.INCIDENT,
        Optional.empty(),
        Optional.empty());
  }

  ClassState with(Roster people) {
    return new ClassState(opened, people, answers, now, furthest, graded, offered);
  }

  ClassState with(Moved moved) {
    Phase reached = moved.phase().atLeast(furthest) ? moved.phase() : furthest;
    return new ClassState(opened, roster, answers, moved, reached, graded, offered);
  }

  /** With a result for grading; what was offered is not any more. */
  ClassState with(Graded chosen) {
    return new ClassState(
        opened, roster, answers, now, furthest, Optional.of(chosen), Optional.empty());
  }

  ClassState offering(String run) {
    return new ClassState(opened, roster, answers, now, furthest, graded, Optional.of(run));
  }

  /** Without a person: the key becomes invalid, and no answer counts. */
  ClassState without(int person) {
    Map<Integer, Map<Integer, Map<String, Prediction>>> rounds = new HashMap<>();
    answers.forEach(
        (round, all) -> {
          Map<Integer, Map<String, Prediction>> others = new HashMap<>(all);
          others.remove(person);
          rounds.put(round, others);
        });
    return new ClassState(opened, roster.without(person), rounds, now, furthest, graded, offered);
  }

  /** With an answer, in place of an earlier one. */
  ClassState with(int person, int round, Prediction answer) {
    Map<Integer, Map<Integer, Map<String, Prediction>>> rounds = new HashMap<>(answers);
    Map<Integer, Map<String, Prediction>> all = new HashMap<>(rounds.getOrDefault(round, Map.of()));
    Map<String, Prediction> own = new LinkedHashMap<>(all.getOrDefault(person, Map.of()));
    own.put(answer.question(), answer);
    all.put(person, own);
    rounds.put(round, all);
    return new ClassState(opened, roster, rounds, now, furthest, graded, offered);
  }

  /** The answer of a person to a question in a round. */
  Optional<Prediction> answer(int round, int person, String question) {
    return Optional.ofNullable(
        answers.getOrDefault(round, Map.of()).getOrDefault(person, Map.of()).get(question));
  }

  /** The answer that counts: after the discussion, else before it. */
  Optional<Prediction> last(int person, String question) {
    return answer(2, person, question).or(() -> answer(1, person, question));
  }

  /** Something for each round: before the discussion, and after it. */
  static <T> List<T> eachRound(IntFunction<T> of) {
    return List.of(of.apply(1), of.apply(2));
  }

  private Stream<Prediction> answers(int round, String question) {
    return answers.getOrDefault(round, Map.of()).values().stream()
        .map(own -> own.get(question))
        .filter(Objects::nonNull);
  }

  /** The room's answers, sorted by content: the order of persons would reveal who gave which. */
  List<Prediction.Given> said(int round, String question) {
    return answers(round, question)
        .map(Prediction::given)
        .sorted(Comparator.comparing(Prediction.Given::toString))
        .toList();
  }

  /** The room's mean confidence; 0 without answers. */
  double confidence(int round, String question) {
    return answers(round, question).mapToDouble(Prediction::confidence).average().orElse(0);
  }

  /** The questions that a person has answered in the open round, or else the first one. */
  List<String> answered(int person) {
    int round = now.phase() == Phase.AGAIN ? 2 : 1;
    return List.copyOf(
        answers.getOrDefault(round, Map.of()).getOrDefault(person, Map.of()).keySet());
  }

  /** Whether the run was shown; then predictions are closed. */
  boolean locked() {
    return furthest.atLeast(Phase.RUN);
  }

  /** Whether measured answers may be seen. */
  boolean revealed() {
    return furthest.atLeast(Phase.REVEAL);
  }

  /** Whether the answers to the transfer questions may be seen. */
  boolean scored() {
    return furthest.atLeast(Phase.SCORE);
  }

  /** Whether the measured answer to a question may be seen. */
  boolean revealed(Question question) {
    return graded.isPresent() && (question.stage() == Stage.TRANSFER ? scored() : revealed());
  }

  /** Whether everybody's page has a question at the reveal: with a focus, only that question. */
  boolean inSight(Question question) {
    return now.phase() != Phase.REVEAL || now.focus().map(question.id()::equals).orElse(true);
  }

  /** Who takes part, by number. */
  Map<Integer, Joined> people() {
    return roster.people();
  }
}
