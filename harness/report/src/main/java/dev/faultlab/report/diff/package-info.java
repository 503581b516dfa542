/** Two runs of a lab next to each other: what changed, and whether for the worse. */
package dev.faultlab.report.diff;
