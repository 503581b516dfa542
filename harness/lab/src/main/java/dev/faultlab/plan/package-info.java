/**
 * From a declaration and a person's choices to the list of trials, in order, before anything
 * starts.
 */
package dev.faultlab.plan;
