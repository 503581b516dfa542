/**
 * What everything that is measured is measured at: a variant with its settings on named axes. A
 * value from the declaration to the result; no other package takes it apart as text.
 */
package dev.faultlab.point;
