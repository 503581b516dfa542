/**
 * The machine under everything: where files go, how programs are started, how progress is shown,
 * and what {@code ./faultlab doctor} finds. Knows nothing of labs.
 */
package dev.faultlab.machine;
