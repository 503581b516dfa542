/** The report of a check of a user's service. */
package dev.faultlab.report.check;
