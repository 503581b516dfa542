/**
 * What signatures of labs and detectors of diagnose share: predicates, scales and thresholds, as
 * pure functions on counts. A lab counts its own callers, so some thresholds differ from those for
 * a stranger's capture. Then both are here, with the reason.
 */
package dev.faultlab.pattern;
