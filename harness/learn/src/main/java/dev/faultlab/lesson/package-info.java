/**
 * The material of a class: questions whose answers are bound, by id, to what a run measured; what a
 * result says to them; and how a prediction is graded. Reads results and writes none.
 */
package dev.faultlab.lesson;
