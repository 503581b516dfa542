/**
 * The observations of one trial, computed once when its evidence is complete: {@link
 * dev.faultlab.observation.LabSignatures} is the entry point.
 */
package dev.faultlab.observation;
