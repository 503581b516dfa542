/**
 * Repairs: a lab's fault, files that a learner may change, and the check whether a change is a real
 * cure. The trials are the lab's own, and run like any others.
 */
package dev.faultlab.challenge;
