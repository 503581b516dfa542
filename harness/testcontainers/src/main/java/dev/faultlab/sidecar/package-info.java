/**
 * A capture in a sidecar: its scripts, its markers and what tcpdump counted. Shared by the lab's
 * engine and by {@code dev.faultlab.testcontainers}; not for users.
 */
package dev.faultlab.sidecar;
