/**
 * A report as a value: a {@link dev.faultlab.report.document.Document} of blocks, with inline text
 * as values. Each format is one renderer, which escapes and lays out; adding a format means adding
 * one class that extends {@link dev.faultlab.report.document.BlockWriter}.
 */
package dev.faultlab.report.document;
