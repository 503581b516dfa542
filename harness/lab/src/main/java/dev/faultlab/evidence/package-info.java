/** The raw files of a run: where they are, what a trial left, and whether the run is complete. */
package dev.faultlab.evidence;
