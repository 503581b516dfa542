/** What {@code ./faultlab doctor} finds: what faultlab needs of this machine, and what is there. */
package dev.faultlab.doctor;
