/**
 * The material of a class: questions whose answers are bound to measurements of a run, the answers
 * that a result gives, and the grading of predictions. Reads results and writes none.
 */
package dev.faultlab.lesson;
