package dev.faultlab.upgrade;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.ObservedSignature;
import java.util.Optional;

/**
 * A candidate compared with the team's version, for one signature in one place.
 *
 * @param side findings at the candidate; empty if it was not run there
 * @param change since the team's version
 * @param reason one sentence; for a candidate that does not start, or crashes, with the end of its
 *     log
 * @param accepted the team's acceptance of a regression
 */
public record CandidateChange(
    Optional<ObservedSignature> side, Change change, String reason, Optional<Acceptance> accepted) {

  /** A change that the team has not accepted. */
  public CandidateChange(Optional<ObservedSignature> side, Change change, String reason) {
    this(side, change, reason, Optional.empty());
  }

  CandidateChange withAcceptance(Optional<Acceptance> acceptance) {
    return new CandidateChange(side, change, reason, acceptance);
  }

  /** What it means for the answer. */
  @JsonIgnore
  public Bearing bearing() {
    return accepted.isPresent() ? Bearing.ACCEPTED : change.bearing();
  }
}
