/**
 * Packet captures: {@link dev.faultlab.capture.file.Capture#read} opens one. {@link
 * dev.faultlab.capture.DnsSummary} has its lookups, {@link dev.faultlab.capture.TcpSummary} its
 * connections. Frame numbers are those of Wireshark, times are nanoseconds since 1970.
 */
package dev.faultlab.capture;
