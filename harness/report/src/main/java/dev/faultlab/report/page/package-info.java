/** The parts of a page beside tables: charts of measurements and captures, and the evidence. */
package dev.faultlab.report.page;
