/**
 * Predicates, scales and thresholds that labs' signatures and diagnose's detectors share, as pure
 * functions on counts. A lab counts its own callers, so some thresholds differ from those for an
 * unknown capture. Then both are here, with the reason.
 */
package dev.faultlab.pattern;
