/**
 * Fixes for people who cannot upgrade: each cure that a lab declares, with a run's findings.
 * Nothing is claimed about a cure that the run does not contain.
 */
package dev.faultlab.cure;
