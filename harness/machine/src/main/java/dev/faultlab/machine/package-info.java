/**
 * The machine below everything: where files go, how programs are started, how progress is shown.
 * Knows nothing of labs.
 */
package dev.faultlab.machine;
