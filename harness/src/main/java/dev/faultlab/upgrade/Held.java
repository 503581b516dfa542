package dev.faultlab.upgrade;

import java.util.Optional;

/**
 * A candidate held against what the team has, by one signature in one place.
 *
 * @param side what the candidate showed; empty where it was not run there
 * @param change what became of it
 * @param reason one sentence; of a candidate that does not start with the end of its log
 */
public record Held(Optional<Side> side, Change change, String reason) {}
