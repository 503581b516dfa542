package dev.faultlab.classroom;

import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The state of a session, and the form of its file.
 *
 * @param opened how it began
 * @param code that people type to join
 * @param joined how many ever joined: a number is used once
 * @param people by number, in the order of joining, without those who were removed
 * @param now the current phase
 * @param furthest the latest phase ever reached: what was shown stays known
 * @param graded the result for grading, in the form of {@code RunStore.find}
 * @param offered a run of the session's own that may be chosen
 */
public record ClassState(
    SessionStart opened,
    String code,
    int joined,
    Map<Integer, Member> people,
    PhaseChange now,
    Phase furthest,
    Optional<String> graded,
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
  public record SessionStart(
      String at, String session, String lab, boolean room, String language, String token) {}

  /**
   * A participant.
   *
   * @param person number in the order of joining, from 1
   * @param key by which the server recognises this person
   * @param name as typed; may be empty
   * @param browser its id; empty for a person alone
   * @param answers question to the newest answer of each round: before the discussion, and after it
   */
  public record Member(
      int person,
      String key,
      String name,
      Optional<String> browser,
      Map<String, List<Optional<Prediction>>> answers) {

    Member(int person, String key, String name, Optional<String> browser) {
      this(person, key, name, browser, Map.of());
    }

    /** The answer to a question in a round: 1, or 2 for the vote after the discussion. */
    Optional<Prediction> answer(int round, String id) {
      return answers.containsKey(id) ? answers.get(id).get(round - 1) : Optional.empty();
    }

    /** The answer that counts: after the discussion, else before it. */
    Optional<Prediction> last(String id) {
      return answer(2, id).or(() -> answer(1, id));
    }

    /** This member with an answer that replaces an earlier one. */
    Member with(int round, Prediction newest) {
      Optional<Prediction> other = answer(3 - round, newest.question());
      Optional<Prediction> given = Optional.of(newest);
      Map<String, List<Optional<Prediction>>> more = new LinkedHashMap<>(answers);
      more.put(newest.question(), round == 1 ? List.of(given, other) : List.of(other, given));
      return new Member(person, key, name, browser, more);
    }

    /** The questions with an answer in a round. */
    List<String> answered(int round) {
      return answers.keySet().stream().filter(q -> answer(round, q).isPresent()).toList();
    }
  }

  /**
   * The class is in a phase.
   *
   * @param focus the only question of the phase; empty for all
   * @param until end of the time
   * @param shown whether the projector shows the room's predictions
   */
  public record PhaseChange(
      Phase phase, Optional<String> focus, Optional<String> until, boolean shown) {}

  /** The state in which a session begins. */
  static ClassState of(SessionStart opened, String code) {
    PhaseChange first = new PhaseChange(Phase.INCIDENT, Optional.empty(), Optional.empty(), false);
    Optional<String> noRun = Optional.empty();
    return new ClassState(opened, code, 0, Map.of(), first, first.phase(), noRun, noRun);
  }

  ClassState with(PhaseChange moved) {
    Phase reached = moved.phase().atLeast(furthest) ? moved.phase() : furthest;
    return new ClassState(opened, code, joined, people, moved, reached, graded, offered);
  }

  ClassState withCode(String another) {
    return new ClassState(opened, another, joined, people, now, furthest, graded, offered);
  }

  /** With a result for grading; the offered result is cleared. */
  ClassState gradedBy(String run) {
    return new ClassState(
        opened, code, joined, people, now, furthest, Optional.of(run), Optional.empty());
  }

  ClassState offering(String run) {
    return new ClassState(opened, code, joined, people, now, furthest, graded, Optional.of(run));
  }

  /** With a new person, or a known one with other answers. */
  ClassState with(Member person) {
    Map<Integer, Member> more = new LinkedHashMap<>(people);
    more.put(person.person(), person);
    int ever = Math.max(joined, person.person());
    return new ClassState(opened, code, ever, more, now, furthest, graded, offered);
  }

  /** Without a person: the key becomes invalid, and no answer counts. */
  ClassState without(int person) {
    Map<Integer, Member> fewer = new LinkedHashMap<>(people);
    fewer.remove(person);
    return new ClassState(opened, code, joined, fewer, now, furthest, graded, offered);
  }

  /** The person who joined with this browser. */
  Optional<Member> user(String browser) {
    return people.values().stream()
        .filter(p -> p.browser().filter(own -> Secrets.same(own, browser)).isPresent())
        .findFirst();
  }

  /** The person whose browser has this key. */
  Optional<Member> holder(String key) {
    return people.values().stream().filter(p -> Secrets.same(p.key(), key)).findFirst();
  }

  private Stream<Prediction> answers(int round, String id) {
    return people.values().stream().flatMap(p -> p.answer(round, id).stream());
  }

  /**
   * The room's answers in each round, sorted by content: the order of persons would reveal who gave
   * which.
   */
  List<List<Prediction.Given>> answersTo(String id) {
    return Stream.of(1, 2)
        .map(
            round ->
                answers(round, id)
                    .map(Prediction::given)
                    .sorted(Comparator.comparing(Prediction.Given::toString))
                    .toList())
        .toList();
  }

  /** The room's mean confidence in each round; 0 without answers. */
  List<Double> confidence(String id) {
    return Stream.of(1, 2)
        .map(r -> answers(r, id).mapToDouble(Prediction::confidence).average().orElse(0))
        .toList();
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
  boolean isVisible(Question question) {
    return now.phase() != Phase.REVEAL || now.focus().map(question.id()::equals).orElse(true);
  }
}
