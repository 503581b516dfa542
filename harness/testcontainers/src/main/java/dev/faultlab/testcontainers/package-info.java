/**
 * Containers for tests that use Testcontainers: {@link dev.faultlab.testcontainers.PacketCapture}
 * records what another container sends and receives, and {@link
 * dev.faultlab.testcontainers.DelayedDns} is a name server whose answers a test changes.
 */
package dev.faultlab.testcontainers;
