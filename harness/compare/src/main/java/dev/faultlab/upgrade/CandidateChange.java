package dev.faultlab.upgrade;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.ObservedSignature;
import java.util.Optional;

/**
 * A candidate held against what the team has, by one signature in one place.
 *
 * @param side what the candidate showed; empty where it was not run there
 * @param change what became of it
 * @param reason one sentence; of a candidate that does not start, or crashes, with the end of its
 *     log
 * @param accepted what the team says of it, where it got worse
 */
public record CandidateChange(
    Optional<ObservedSignature> side, Change change, String reason, Optional<Acceptance> accepted) {

  CandidateChange(Optional<ObservedSignature> side, Change change, String reason) {
    this(side, change, reason, Optional.empty());
  }

  CandidateChange accepted(Optional<Acceptance> by) {
    return new CandidateChange(side, change, reason, by);
  }

  /** What it means for the answer. */
  @JsonIgnore
  public Bearing bearing() {
    return accepted.isPresent() ? Bearing.ACCEPTED : change.bearing();
  }
}
