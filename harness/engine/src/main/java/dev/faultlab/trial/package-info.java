/** One load on one running stack: capture on, steps, capture off, evidence in its folder. */
package dev.faultlab.trial;
