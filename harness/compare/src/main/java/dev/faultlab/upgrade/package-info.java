/**
 * Does a known fault appear on the way from these versions to those? Which points of a lab answer
 * that, and what became of each signature and metric between what a team has and a candidate, in
 * one run.
 *
 * <p>Reads what signatures saw, never what the lab expects: a candidate is held against the team's
 * version. Expectations choose the points that show that a fault can be seen at all, and leave open
 * what rests on a control that contradicts them.
 */
package dev.faultlab.upgrade;
