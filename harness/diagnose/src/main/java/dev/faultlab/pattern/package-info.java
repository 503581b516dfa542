/**
 * The predicates that a lab's signature and a detector of diagnose both decide by: pure functions
 * on counts, whoever counted. Where a lab, whose program counts its own callers, needs other
 * numbers than a stranger's capture, both stand here side by side with the reason.
 */
package dev.faultlab.pattern;
