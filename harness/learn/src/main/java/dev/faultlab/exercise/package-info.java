/**
 * Exercises: a stack with a fault, checks, and an end. Of a repair the learner is told the fault
 * and fixes it; of a mystery only the symptom, and finds it.
 */
package dev.faultlab.exercise;
