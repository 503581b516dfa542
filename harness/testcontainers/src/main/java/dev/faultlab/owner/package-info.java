/** The owner of a container: labels by which {@code ./faultlab clean} finds it. Not for users. */
package dev.faultlab.owner;
