package dev.faultlab.bisect;

import dev.faultlab.effect.Bound;
import dev.faultlab.point.Value;
import dev.faultlab.seen.State;
import java.util.Optional;

/**
 * The finding at one version.
 *
 * @param version that was looked at
 * @param state of all its trials
 * @param seen trials per state with the reasons' codes; a word if there was no trial
 * @param reason one sentence
 * @param run id of the run; empty if there was none
 * @param bound what an absence there excludes
 */
public record Probe(
    Value version, State state, String seen, String reason, String run, Optional<Bound> bound) {

  static Probe notRun(Value version, String why) {
    return new Probe(version, State.UNKNOWN, "not run", why, "", Optional.empty());
  }
}
