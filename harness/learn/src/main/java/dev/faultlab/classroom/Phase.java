package dev.faultlab.classroom;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.lesson.Stage;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The phases of a session, in order: the lesson's stages, and what a class does between them. */
public enum Phase {
  @JsonProperty("incident")
  INCIDENT,
  @JsonProperty("predict")
  PREDICT,
  /** Predictions are locked and people talk to their neighbours; only in a room. */
  @JsonProperty("discuss")
  DISCUSS,
  /** The second vote, after the discussion; only in a room. */
  @JsonProperty("again")
  AGAIN,
  @JsonProperty("run")
  RUN,
  @JsonProperty("reveal")
  REVEAL,
  @JsonProperty("explain")
  EXPLAIN,
  @JsonProperty("repair")
  REPAIR,
  /** Questions on a case that was not shown. */
  @JsonProperty("transfer")
  TRANSFER,
  @JsonProperty("score")
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
    return Stream.of(values()).filter(phase -> room || !phase.needsOthers()).toList();
  }

  private boolean needsOthers() {
    return this == DISCUSS || this == AGAIN;
  }
}
