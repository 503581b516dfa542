/** What changed between two runs: {@link dev.faultlab.diff.RunComparison} is the entry point. */
package dev.faultlab.diff;
