/**
 * The answer of a check: {@link dev.faultlab.servicecheck.CheckRow} compares what a condition
 * showed of two versions, {@link dev.faultlab.servicecheck.CheckResult} is stored and reported.
 */
package dev.faultlab.servicecheck;
