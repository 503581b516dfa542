/** What every comparison needs: {@link dev.faultlab.compare.PlannedRuns} carries out its plans. */
package dev.faultlab.compare;
