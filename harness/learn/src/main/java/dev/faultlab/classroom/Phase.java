package dev.faultlab.classroom;

import com.fasterxml.jackson.databind.EnumNamingStrategies.LowerCaseStrategy;
import com.fasterxml.jackson.databind.annotation.EnumNaming;
import dev.faultlab.lesson.Stage;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The phases of a session, in order: the lesson's stages, and what a class does between them. */
@EnumNaming(LowerCaseStrategy.class)
public enum Phase {
  INCIDENT,
  PREDICT,
  /** Predictions are locked and people talk to their neighbours; only in a room. */
  DISCUSS,
  /** The second vote, after the discussion; only in a room. */
  AGAIN,
  RUN,
  REVEAL,
  EXPLAIN,
  REPAIR,
  /** Questions on a case that was not shown. */
  TRANSFER,
  SCORE;

  /**
   * The round in which a phase takes answers, if any: 1, or 2 for the vote after the discussion.
   */
  Optional<Integer> round() {
    return switch (this) {
      case PREDICT, TRANSFER -> Optional.of(1);
      case AGAIN -> Optional.of(2);
      default -> Optional.empty();
    };
  }

  /**
   * The stage whose questions a phase shows; those of the transfer come last, with their answers.
   */
  Stage asks() {
    return atLeast(TRANSFER) ? Stage.TRANSFER : Stage.PREDICT;
  }

  boolean atLeast(Phase other) {
    return compareTo(other) >= 0;
  }

  /** The phases of a session; without a room there is no discussion. */
  static List<Phase> of(boolean room) {
    List<Phase> ofRooms = List.of(DISCUSS, AGAIN);
    return Stream.of(values()).filter(phase -> room || !ofRooms.contains(phase)).toList();
  }
}
