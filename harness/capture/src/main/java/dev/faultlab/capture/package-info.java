/**
 * The one way to read a capture: {@link dev.faultlab.capture.CaptureReader} gives frames, {@link
 * dev.faultlab.capture.PacketDecoder} makes packets of them, {@link
 * dev.faultlab.capture.CaptureScan} drives listeners over a file. The packages {@code dns} and
 * {@code tcp} below hold the listeners that turn packets into look-ups and connections.
 */
package dev.faultlab.capture;
