/** Typed values read from evidence, each with its position there. */
package dev.faultlab.fact;
