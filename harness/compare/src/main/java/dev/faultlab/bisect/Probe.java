package dev.faultlab.bisect;

import dev.faultlab.point.Value;
import dev.faultlab.signature.State;

/**
 * What one version has shown.
 *
 * @param version that was looked at
 * @param state what its trials come to
 * @param seen trials per state with the reasons' codes; a word where there was none
 * @param reason one sentence
 * @param run id of the run; empty where there was none
 */
public record Probe(Value version, State state, String seen, String reason, String run) {}
