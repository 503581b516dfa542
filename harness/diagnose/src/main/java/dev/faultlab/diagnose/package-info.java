/**
 * Detectors that find the labs' faults in any capture. {@link dev.faultlab.diagnose.Diagnose} runs
 * them all in one pass; docs/reference/findings.md says what each finding means.
 */
package dev.faultlab.diagnose;
