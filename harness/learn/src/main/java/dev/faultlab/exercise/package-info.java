/**
 * Exercises: a stack with a fault, checks, and an end. A repair tells the learner the fault, to fix
 * it; a mystery tells only the symptom, to find its cause.
 */
package dev.faultlab.exercise;
