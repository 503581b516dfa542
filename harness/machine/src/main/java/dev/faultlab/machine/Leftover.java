package dev.faultlab.machine;

import java.time.Instant;

/**
 * Something that older recipes made and that has not been used for a while.
 *
 * @param what it is, for people
 * @param bytes as they are counted for it alone; what it shares with others stays
 * @param lastUse as far as known
 * @param removal takes it away
 */
public record Leftover(String what, long bytes, Instant lastUse, Runnable removal) {}
