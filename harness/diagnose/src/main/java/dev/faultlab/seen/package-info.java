/**
 * What one trial showed, for labs, for conditions in tests and for checks of a service: {@link
 * dev.faultlab.seen.TrialSeen} is the place where a canary or a missing exposure overrules a count.
 */
package dev.faultlab.seen;
