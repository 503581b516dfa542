/** The report of a check of somebody's service. */
package dev.faultlab.report.check;
