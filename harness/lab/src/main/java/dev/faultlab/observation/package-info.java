/**
 * What one trial showed, worked out once when its evidence is complete: {@link
 * dev.faultlab.observation.TrialObserver} is the door.
 */
package dev.faultlab.observation;
