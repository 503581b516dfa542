/**
 * Carries out runs: {@link dev.faultlab.run.RunHost} plans and prepares one, {@link
 * dev.faultlab.run.Run} carries it out and returns the result. A {@link
 * dev.faultlab.run.RunListener} is told of stacks, trials and the result, and decides nothing.
 */
package dev.faultlab.run;
