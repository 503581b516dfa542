package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.Member;
import dev.faultlab.classroom.ClassState.PhaseChange;
import dev.faultlab.classroom.RequestRefused.Code;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * An open session. Changes are on disk before the call returns.
 *
 * <p>Safe for use by several threads.
 */
public final class Session implements AutoCloseable {
  /** More than a room holds. */
  static final int MAX_PARTICIPANTS = 300;

  private static final int MAX_NAME_LENGTH = 40;

  /**
   * What controls a terminal or changes the direction of text. Emoji are combined with the zero
   * width joiner; some scripts need the non-joiner.
   */
  private static final Pattern INVISIBLE =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}&&[^\\u200c\\u200d]]");

  private final StateFile file;
  private final Lesson lesson;
  private final Clock clock;

  /** Written while the lock is held; readers do not wait for the disk. */
  private volatile ClassState state;

  /** Those of the state that was written last; guarded by the file. */
  private long stored;

  private long changes;

  /** Begins or continues with a state that is in its file. */
  Session(StateFile file, Lesson lesson, ClassState state, Clock clock) {
    this.file = file;
    this.lesson = lesson;
    this.state = state;
    this.clock = clock;
  }

  ClassState state() {
    return state;
  }

  public Lesson lesson() {
    return lesson;
  }

  public ClassState.SessionStart start() {
    return state().opened();
  }

  /** The code for joining. */
  public String code() {
    return state().code();
  }

  /**
   * A person joins.
   *
   * @param name as typed; may be empty
   * @param browser its id, in a room; it stays the same person if the response was lost and it asks
   *     again
   */
  Member join(String name, Optional<String> browser) throws IOException {
    return durably(
        () -> {
          Optional<Member> before = browser.flatMap(state::user);
          return before.isPresent() ? before.get() : newcomer(shortened(name), browser);
        });
  }

  private Member newcomer(String name, Optional<String> browser) {
    RequestRefused.throwIf(
        state.people().size() >= MAX_PARTICIPANTS,
        Code.FULL,
        MAX_PARTICIPANTS + " people have joined");
    Member joined = new Member(state.joined() + 1, Secrets.key(), name, browser);
    accept(state.with(joined));
    return joined;
  }

  /** The name on one line, short enough for a table. */
  private static String shortened(String name) {
    String visible = INVISIBLE.matcher(name.strip()).replaceAll("");
    int length = Math.min(MAX_NAME_LENGTH, visible.codePointCount(0, visible.length()));
    return visible.substring(0, visible.offsetByCodePoints(0, length));
  }

  /**
   * Removes people; their answers do not count any more. Those who are already removed are skipped.
   */
  void remove(Collection<Integer> people) throws IOException {
    durably(
        () -> {
          requireRoom();
          people.forEach(person -> accept(state.without(person)));
          return state;
        });
  }

  /** Issues a new code for joining; the old one becomes invalid. */
  void recode() throws IOException {
    durably(
        () -> {
          requireRoom();
          return accept(state.withCode(Secrets.code()));
        });
  }

  private void requireRoom() {
    RequestRefused.throwIf(
        !start().room(), Code.BAD, "only a session with --room accepts participants");
  }

  /** A person answers in the open round. */
  void answer(int person, Prediction prediction) throws IOException {
    durably(
        () -> {
          Member own = state.people().get(person);
          RequestRefused.throwIf(own == null, Code.NOT_YOU, "removed from the class");
          Question question = question(prediction.question());
          int round =
              open(question)
                  .orElseThrow(
                      () ->
                          new RequestRefused(
                              Code.CLOSED, "that question does not accept answers now"));
          Optional<String> problem = prediction.problem(question);
          if (problem.isPresent()) {
            throw new RequestRefused(Code.BAD, problem.get());
          }
          boolean same = own.answer(round, question.id()).filter(prediction::equals).isPresent();
          return same ? state : accept(state.with(own.with(round, prediction)));
        });
  }

  private Question question(String id) {
    return lesson.question(id).orElseThrow(() -> new RequestRefused(Code.BAD, "no such question"));
  }

  /** The round in which a question can be answered now. */
  Optional<Integer> open(Question question) {
    ClassState seen = state;
    Phase phase = seen.now().phase();
    boolean tooLate = question.stage() == Stage.TRANSFER ? seen.scored() : seen.locked();
    boolean inFocus = seen.now().focus().map(question.id()::equals).orElse(true);
    return phase.round().filter(r -> !tooLate && inFocus && phase.asks() == question.stage());
  }

  /**
   * Enters a phase.
   *
   * @param focus id of a question; empty for all. A question that the phase does not show is
   *     dropped, because the class would see nothing.
   * @param time for a clock on the page. If it is empty, the clock of a phase that stays keeps
   *     running, and a new phase has none
   * @param shown whether the projector shows the room's predictions; never at the start of a phase
   */
  void move(Phase phase, Optional<String> focus, Optional<Duration> time, boolean shown)
      throws IOException {
    durably(
        () -> {
          if (!Phase.of(start().room()).contains(phase)) {
            throw new RequestRefused(Code.BAD, "a session without a room has no such phase");
          }
          Optional<Question> focused = focus.map(this::question);
          if (phase.atLeast(Phase.REVEAL) && state.graded().isEmpty()) {
            throw new RequestRefused(
                Code.NO_RESULT, "choose a result first: run the lab, or replay one");
          }
          boolean samePhase = phase == state.now().phase();
          Optional<String> end = samePhase ? state.now().until() : Optional.empty();
          Optional<String> until = time.map(t -> clock.instant().plus(t).toString()).or(() -> end);
          Optional<String> about =
              focused.filter(question -> question.stage() == phase.asks()).map(Question::id);
          return accept(state.with(new PhaseChange(phase, about, until, shown && samePhase)));
        });
  }

  /** Chooses the result for grading. */
  void grade(String run) throws IOException {
    durably(() -> accept(state.gradedBy(run)));
  }

  /**
   * A run of the session's own has a result. It is used at once if it has a verdict, and no other
   * result was chosen or revealed since it began; otherwise it is offered.
   *
   * @param conclusive whether it has a verdict
   * @param before result for grading when it began
   */
  void ended(String run, boolean conclusive, Optional<String> before) throws IOException {
    durably(
        () -> {
          boolean grades = conclusive && !state.revealed() && state.graded().equals(before);
          return accept(grades ? state.gradedBy(run) : state.offering(run));
        });
  }

  /**
   * Changes the state, one caller at a time, and returns when the change is on disk. Callers that
   * wait for the disk at the same time share one write.
   */
  private <T> T durably(Supplier<T> change) throws IOException {
    T outcome;
    long ownChange;
    synchronized (this) {
      outcome = change.get();
      ownChange = changes;
    }
    synchronized (file) {
      if (stored < ownChange) {
        ClassState newest;
        long allChanges;
        synchronized (this) {
          newest = state;
          allChanges = changes;
        }
        file.write(newest);
        stored = allChanges;
      }
    }
    return outcome;
  }

  private ClassState accept(ClassState next) {
    state = next;
    changes++;
    return next;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
