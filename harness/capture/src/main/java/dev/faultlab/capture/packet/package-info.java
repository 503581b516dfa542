/**
 * From files to packets: {@link dev.faultlab.capture.packet.CaptureReader} gives frames, {@link
 * dev.faultlab.capture.packet.CaptureScan} makes packets of them and drives listeners over a file.
 * The packages {@code dns} and {@code tcp} have the listeners that turn packets into lookups and
 * connections. For faultlab's own modules; not exported.
 */
package dev.faultlab.capture.packet;
