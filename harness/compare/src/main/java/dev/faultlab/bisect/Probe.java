package dev.faultlab.bisect;

import dev.faultlab.point.Value;
import dev.faultlab.seen.State;

/**
 * The finding at one version.
 *
 * @param version that was looked at
 * @param state of all its trials
 * @param seen trials per state with the reasons' codes; a word if there was no trial
 * @param reason one sentence
 * @param run id of the run; empty if there was none
 */
public record Probe(Value version, State state, String seen, String reason, String run) {}
