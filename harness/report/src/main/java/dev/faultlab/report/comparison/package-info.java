/** The page of a comparison: an upgrade, two runs, a check, a bisection. */
package dev.faultlab.report.comparison;
