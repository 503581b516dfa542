/** What changed between two runs: {@link dev.faultlab.diff.Differ} is the entry point. */
package dev.faultlab.diff;
