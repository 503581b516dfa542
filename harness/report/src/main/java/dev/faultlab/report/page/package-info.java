/**
 * {@code report.html}: one self-contained page. Java writes text, tables and the data of the
 * charts; {@code page.js} draws them with Chart.js, which is embedded. The page loads nothing.
 */
package dev.faultlab.report.page;
