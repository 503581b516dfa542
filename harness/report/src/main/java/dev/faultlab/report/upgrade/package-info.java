/** An upgrade's result for people and for CI: the terminal, Markdown, JUnit XML. */
package dev.faultlab.report.upgrade;
