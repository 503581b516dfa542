package dev.faultlab.feed;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.faultlab.capture.LiveRow;
import dev.faultlab.point.Point;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Something that happened in a run. Points and trials are named as in its result. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "moment")
@JsonSubTypes({
  @Type(value = Moment.Begun.class, name = "begun"),
  @Type(value = Moment.Phase.class, name = "phase"),
  @Type(value = Moment.Step.class, name = "step"),
  @Type(value = Moment.Said.class, name = "said"),
  @Type(value = Moment.TrialBegun.class, name = "trial-begun"),
  @Type(value = Moment.Packets.class, name = "packets"),
  @Type(value = Moment.TrialEnded.class, name = "trial-ended")
})
public sealed interface Moment {

  /**
   * It has a folder; the first moment.
   *
   * @param run id
   * @param trials that it will carry out in all
   */
  record Begun(String run, List<Measured> points, int trials) implements Moment {}

  /**
   * A point that is measured.
   *
   * @param id what it is called
   * @param title of its variant
   * @param trials that it will have
   */
  record Measured(String id, String title, Point point, int trials) {}

  /**
   * A phase begins; the one before it is over.
   *
   * @param steps that it will have; 0 when that is not known
   */
  record Phase(String title, int steps) implements Moment {}

  /** A step of the phase is done. */
  record Step(String what) implements Moment {}

  /** Something that a person wants to know before the end. */
  record Said(String message) implements Moment {}

  /**
   * A trial begins.
   *
   * @param id of its point
   * @param index from 1
   */
  record TrialBegun(String id, int index) implements Moment {}

  /**
   * What a trial's capture shows so far.
   *
   * @param frames packets
   * @param counts name to number
   * @param rows the last ones, the oldest first
   */
  record Packets(String id, int index, long frames, Map<String, Long> counts, List<LiveRow> rows)
      implements Moment {}

  /**
   * A trial is over.
   *
   * @param failure why it could not be carried out
   * @param seen what each signature that is asked there says of it
   */
  record TrialEnded(String id, int index, Optional<String> failure, List<Seen> seen)
      implements Moment {}

  /**
   * What a signature says of a trial.
   *
   * @param state present, absent or unknown
   * @param reason one sentence with the counts
   */
  record Seen(String signature, String state, String code, String reason) {}
}
