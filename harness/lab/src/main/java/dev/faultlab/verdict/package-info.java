/** Expectations against outcomes. */
package dev.faultlab.verdict;
