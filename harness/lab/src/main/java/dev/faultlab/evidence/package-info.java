/**
 * The raw files of a run: where they lie, what a trial left behind, and whether the run is whole.
 */
package dev.faultlab.evidence;
