/**
 * What one trial showed, for labs, for conditions in tests and for checks of a service. {@link
 * dev.faultlab.seen.Rounds} decides harm and recovery, {@link dev.faultlab.seen.ExposureCounts}
 * what follows from them and from the counters, and {@link dev.faultlab.seen.TrialOutcome} whether
 * a canary overrules it.
 */
package dev.faultlab.seen;
