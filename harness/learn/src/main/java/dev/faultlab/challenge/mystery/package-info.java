/** Mysteries: a stack under a neutral name, a symptom, and the question what the cause is. */
package dev.faultlab.challenge.mystery;
