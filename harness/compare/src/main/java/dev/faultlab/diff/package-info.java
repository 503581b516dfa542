/** What changed between two runs: {@link dev.faultlab.diff.Differ} is the way in. */
package dev.faultlab.diff;
