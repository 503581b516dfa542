/**
 * The findings of {@code ./faultlab doctor}: what faultlab needs of this machine, and what is
 * available.
 */
package dev.faultlab.doctor;
