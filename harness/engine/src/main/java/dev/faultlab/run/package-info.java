/**
 * Carries out runs. {@link dev.faultlab.run.PlanExecutor} is the way in: it makes a plan, starts or
 * resumes a run, and returns the result. Each step takes values and returns values; a {@link
 * dev.faultlab.run.RunListener} is told of them and decides nothing.
 */
package dev.faultlab.run;
