/**
 * Carries out runs: {@link dev.faultlab.run.RunHost} plans and prepares one, {@link
 * dev.faultlab.run.Run} carries it out and returns the result.
 */
package dev.faultlab.run;
