/**
 * Does a known fault appear on the way from these versions to those? Chooses the points of a lab
 * that answer this. Then it compares each signature and metric between the team's versions and a
 * candidate, in one run.
 *
 * <p>It reads what signatures found, never what the lab expects: a candidate is compared with the
 * team's version. Expectations only choose the points that show that a fault can be seen, and mark
 * as inconclusive what depends on a contradicting control.
 */
package dev.faultlab.upgrade;
