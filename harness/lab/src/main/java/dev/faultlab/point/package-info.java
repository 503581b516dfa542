/**
 * The points at which everything is measured: a variant with its settings on named axes. A point is
 * a value from the declaration to the result; no other package parses it as text.
 */
package dev.faultlab.point;
