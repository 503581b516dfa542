/**
 * What helps those who cannot upgrade: each cure that a lab declares, beside what a run showed of
 * it. Nothing is said of a cure that the run does not hold.
 */
package dev.faultlab.cure;
