/**
 * Carries out runs: {@link dev.faultlab.run.Plans} makes a plan, {@link dev.faultlab.run.Run}
 * carries it out on a {@link dev.faultlab.run.RunHost} and returns the result. A {@link
 * dev.faultlab.run.RunListener} is told of the steps and decides nothing.
 */
package dev.faultlab.run;
