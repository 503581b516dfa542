package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.classroom.RequestRefused.Code;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
  private static final Lesson LESSON = ServedClass.lesson(ServedClass.LAB);
  private static final Question FIRST = LESSON.at(Stage.PREDICT).get(0);
  private static final Question SECOND_QUESTION = LESSON.at(Stage.PREDICT).get(1);
  private static final Question TRANSFER_QUESTION = LESSON.at(Stage.TRANSFER).get(0);

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void begin() throws IOException {
    session = ServedClass.sessions(folder).begin(LESSON, true, "en");
  }

  @AfterEach
  void close() throws IOException {
    session.close();
  }

  @Test
  void answersAreTakenOnlyWhileTheirRoundIsOpen() throws IOException {
    int ann = session.join("Ann", Optional.empty()).person();
    refused(() -> session.answer(ann, Sample.answer(FIRST, 0)), Code.CLOSED);
    move(session, Phase.PREDICT);
    session.answer(ann, Sample.answer(FIRST, 0));
    refused(() -> session.answer(ann, Sample.answer(TRANSFER_QUESTION, 0)), Code.CLOSED);
    move(session, Phase.DISCUSS);
    refused(() -> session.answer(ann, Sample.answer(FIRST, 1)), Code.CLOSED);
    move(session, Phase.AGAIN);
    session.answer(ann, Sample.answer(FIRST, 1));
    assertThat(session.state().people().get(ann).answer(1, FIRST.id()))
        .contains(Sample.answer(FIRST, 0));
    assertThat(session.state().people().get(ann).answer(2, FIRST.id()))
        .contains(Sample.answer(FIRST, 1));
    assertThat(session.state().people().get(ann).last(FIRST.id()))
        .contains(Sample.answer(FIRST, 1));
  }

  @Test
  void anAnswerOfARemovedParticipantIsRefused() throws IOException {
    int ann = session.join("Ann", Optional.empty()).person();
    session.join("Ben", Optional.empty());
    move(session, Phase.PREDICT);
    session.answer(ann, Sample.answer(FIRST, 0));
    session.remove(List.of(ann));
    refused(() -> session.answer(ann, Sample.answer(FIRST, 1)), Code.NOT_YOU);
    assertThat(session.state().people()).doesNotContainKey(ann);
  }

  @Test
  void whoeverHasSeenTheRunCannotGoBackAndPredict() throws IOException {
    try (Session session = ServedClass.sessions(folder).begin(LESSON, false, "en")) {
      int ann = session.join("", Optional.empty()).person();
      move(session, Phase.PREDICT);
      move(session, Phase.RUN);
      move(session, Phase.PREDICT);
      refused(() -> session.answer(ann, Sample.answer(FIRST, 0)), Code.CLOSED);
    }
  }

  @Test
  void theOneQuestionIsLeftWhereOthersAreAsked() throws IOException {
    int ann = session.join("Ann", Optional.empty()).person();
    session.move(Phase.PREDICT, Optional.of(SECOND_QUESTION.id()), Optional.empty(), false);
    refused(() -> session.answer(ann, Sample.answer(FIRST, 0)), Code.CLOSED);
    session.answer(ann, Sample.answer(SECOND_QUESTION, 0));
    session.grade(ServedClass.REFERENCE);
    for (Phase phase : List.of(Phase.PREDICT, Phase.RUN, Phase.EXPLAIN)) {
      session.move(phase, Optional.of(SECOND_QUESTION.id()), Optional.empty(), false);
      assertThat(session.state().now().focus()).contains(SECOND_QUESTION.id());
    }
    session.move(Phase.TRANSFER, Optional.of(SECOND_QUESTION.id()), Optional.empty(), false);
    assertThat(session.state().now().focus()).isEmpty();
    session.answer(ann, Sample.answer(TRANSFER_QUESTION, 0));
    session.move(Phase.SCORE, Optional.of(TRANSFER_QUESTION.id()), Optional.empty(), false);
    assertThat(session.state().now().focus()).contains(TRANSFER_QUESTION.id());
  }

  @Test
  void theClockGoesOnAndThePredictionsStayShownAsLongAsThePhaseDoes() throws IOException {
    session.move(Phase.PREDICT, Optional.empty(), Optional.of(Duration.ofMinutes(5)), true);
    Optional<String> until = session.state().now().until();
    assertThat(until).isPresent();
    assertThat(session.state().now().shown()).as("in a phase that begins").isFalse();

    session.move(Phase.PREDICT, Optional.of(SECOND_QUESTION.id()), Optional.empty(), true);
    assertThat(session.state().now().until()).isEqualTo(until);
    assertThat(session.state().now().shown()).isTrue();

    session.move(Phase.DISCUSS, Optional.empty(), Optional.empty(), true);
    assertThat(session.state().now().until()).isEmpty();
    assertThat(session.state().now().shown()).isFalse();
  }

  @Test
  void aSessionGoesOnWhereItWas() throws IOException {
    Sessions sessions = ServedClass.sessions(folder);
    ClassState before;
    try (Session session = sessions.begin(LESSON, true, "en")) {
      int ann = session.join("Ann", Optional.of("a".repeat(32))).person();
      session.join("Ben", Optional.empty());
      session.remove(List.of(2));
      session.recode();
      session.move(Phase.PREDICT, Optional.empty(), Optional.of(Duration.ofMinutes(5)), true);
      session.answer(ann, Sample.answer(FIRST, 0));
      session.grade(ServedClass.REFERENCE);
      session.ended(FakeRun.NAME, false, Optional.empty());
      before = session.state();
      assertThat(before.offered()).isPresent();
    }
    try (Session again = sessions.resume(before.opened().session(), ServedClass::lesson)) {
      assertThat(again.state()).isEqualTo(before);
    }
  }

  @Test
  void whoeverIsAloneHasNobodyToDiscussWithOrToRemove() throws IOException {
    try (Session session = ServedClass.sessions(folder).begin(LESSON, false, "en")) {
      int own = session.join("", Optional.empty()).person();
      refused(() -> move(session, Phase.DISCUSS), Code.BAD);
      refused(() -> session.remove(List.of(own)), Code.BAD);
      refused(session::recode, Code.BAD);
      assertThat(session.state().people()).hasSize(1);
    }
  }

  @Test
  void deletingLeavesNothingAndRefusesWhatIsInUse() throws IOException {
    Sessions sessions = ServedClass.sessions(folder.resolve("other"));
    String id;
    try (Session session = sessions.begin(LESSON, true, "en")) {
      id = session.start().session();
      session.join("Ann", Optional.empty());
      assertThatThrownBy(() -> sessions.delete(id)).hasMessageContaining("in use");
      assertThat(sessions.all()).containsExactly(session.state());
    }
    sessions.delete(id);
    assertThat(folder.resolve("other")).isEmptyDirectory();
    assertThatThrownBy(() -> sessions.delete("../" + id)).hasMessageContaining("no session");
  }

  @Test
  void namesAreShortAndOnOneLine() throws IOException {
    assertThat(session.join("  a\n\tb" + "c".repeat(100), Optional.empty()).name())
        .isEqualTo("ab" + "c".repeat(38));
    // What turns the direction of a line round would change what stands beside the name.
    assertThat(session.join("a\u202eb\u2066c\u2028d\ud800e\u0085", Optional.empty()).name())
        .isEqualTo("abcde");
    String family = "\ud83d\udc69\u200d\ud83d\udc67";
    assertThat(session.join(family, Optional.empty()).name()).isEqualTo(family);
  }

  private static void move(Session session, Phase phase) throws IOException {
    session.move(phase, Optional.empty(), Optional.empty(), false);
  }

  private static void refused(ThrowingCallable call, Code code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(RequestRefused.class, r -> assertThat(r.code).isEqualTo(code));
  }
}
