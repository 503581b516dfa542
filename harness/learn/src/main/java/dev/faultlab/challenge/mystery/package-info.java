/** Mysteries: a stack under a neutral name, a symptom, and the task to find the cause. */
package dev.faultlab.challenge.mystery;
