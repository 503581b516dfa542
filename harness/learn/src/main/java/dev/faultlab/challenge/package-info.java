/**
 * Repairs: a lab's fault, files that a learner may change, and what tells a cure from something
 * that only looks like one. The trials are the lab's own, carried out as in any run.
 */
package dev.faultlab.challenge;
