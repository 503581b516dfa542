/** A finished run for people and programs: result.json, terminal table, JUnit XML, Markdown. */
package dev.faultlab.report;
