/** Compares expectations with outcomes. */
package dev.faultlab.verdict;
