/** What changed between two runs, for a terminal and in Markdown. */
package dev.faultlab.report.diff;
