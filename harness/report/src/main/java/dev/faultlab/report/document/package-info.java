/**
 * A report as a value: a {@link dev.faultlab.report.document.Document} of blocks, with inline text
 * as values. Each format is one renderer, which escapes and lays out; one that shows all blocks
 * extends {@link dev.faultlab.report.document.BlockWriter}.
 */
package dev.faultlab.report.document;
