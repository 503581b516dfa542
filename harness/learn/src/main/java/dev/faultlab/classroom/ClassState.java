package dev.faultlab.classroom;

import dev.faultlab.classroom.Event.Answered;
import dev.faultlab.classroom.Event.Graded;
import dev.faultlab.classroom.Event.Joined;
import dev.faultlab.classroom.Event.Moved;
import dev.faultlab.classroom.Event.Offered;
import dev.faultlab.classroom.Event.Opened;
import dev.faultlab.classroom.Event.Recoded;
import dev.faultlab.classroom.Event.Removed;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of a session, derived from its events.
 *
 * @param opened how it began
 * @param roster who takes part
 * @param answers round to person to question to the newest answer
 * @param now the current phase
 * @param furthest the latest phase ever reached: what was shown stays known
 * @param graded the result for grading
 * @param offered a run of the session's own that may be chosen
 */
record ClassState(
    Opened opened,
    Roster roster,
    Map<Integer, Map<Integer, Map<String, Prediction>>> answers,
    Moved now,
    Phase furthest,
    Optional<Graded> graded,
    Optional<Offered> offered) {

  /** The state after the first event. */
  static ClassState of(Opened opened) {
    Moved start = new Moved(opened.at(), Phase.INCIDENT, Optional.empty(), Optional.empty(), false);
    return new ClassState(
        opened,
        Roster.of(opened.code()),
        Map.of(),
        start,
        Phase.INCIDENT,
        Optional.empty(),
        Optional.empty());
  }

  /**
   * The state after all events of a journal.
   *
   * @throws IllegalArgumentException when the first is not {@link Opened}
   */
  static ClassState of(List<Event> events) {
    if (events.isEmpty() || !(events.get(0) instanceof Opened opened)) {
      throw new IllegalArgumentException("a journal that does not begin with 'opened'");
    }
    ClassState state = of(opened);
    for (Event event : events.subList(1, events.size())) {
      state = state.after(event);
    }
    return state;
  }

  /** The state after one more event. */
  ClassState after(Event event) {
    if (event instanceof Joined joined) {
      return with(roster.with(joined), answers);
    }
    if (event instanceof Removed removed) {
      return with(roster.without(removed.person()), answersWithout(removed.person()));
    }
    if (event instanceof Recoded recoded) {
      return with(roster.with(recoded.code()), answers);
    }
    if (event instanceof Answered answered) {
      return with(roster, answersWith(answered));
    }
    if (event instanceof Moved moved) {
      Phase reached = moved.phase().atLeast(furthest) ? moved.phase() : furthest;
      return new ClassState(opened, roster, answers, moved, reached, graded, offered);
    }
    if (event instanceof Graded chosen) {
      return new ClassState(
          opened, roster, answers, now, furthest, Optional.of(chosen), Optional.empty());
    }
    if (event instanceof Offered waits) {
      return new ClassState(opened, roster, answers, now, furthest, graded, Optional.of(waits));
    }
    throw new IllegalArgumentException("opened twice: " + event);
  }

  private ClassState with(Roster people, Map<Integer, Map<Integer, Map<String, Prediction>>> said) {
    return new ClassState(opened, people, said, now, furthest, graded, offered);
  }

  private Map<Integer, Map<Integer, Map<String, Prediction>>> answersWithout(int person) {
    Map<Integer, Map<Integer, Map<String, Prediction>>> rounds = new HashMap<>();
    answers.forEach(
        (round, all) -> {
          Map<Integer, Map<String, Prediction>> others = new HashMap<>(all);
          others.remove(person);
          rounds.put(round, others);
        });
    return rounds;
  }

  private Map<Integer, Map<Integer, Map<String, Prediction>>> answersWith(Answered answered) {
    Map<Integer, Map<Integer, Map<String, Prediction>>> rounds = new HashMap<>(answers);
    Map<Integer, Map<String, Prediction>> round =
        new HashMap<>(rounds.getOrDefault(answered.round(), Map.of()));
    Map<String, Prediction> own =
        new LinkedHashMap<>(round.getOrDefault(answered.person(), Map.of()));
    own.put(answered.prediction().question(), answered.prediction());
    round.put(answered.person(), own);
    rounds.put(answered.round(), round);
    return rounds;
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
