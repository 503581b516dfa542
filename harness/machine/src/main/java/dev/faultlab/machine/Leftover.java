package dev.faultlab.machine;

import java.time.Instant;

/**
 * Something that older recipes made and that was not used for a while.
 *
 * @param what description for people
 * @param bytes of it alone; removing it may free less, because shared parts stay
 * @param lastUse as far as known
 * @param removal deletes it
 */
public record Leftover(String what, long bytes, Instant lastUse, Runnable removal) {}
