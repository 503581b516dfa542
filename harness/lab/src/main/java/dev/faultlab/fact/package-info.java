/** Typed values read out of evidence, each with the place where it stands. */
package dev.faultlab.fact;
