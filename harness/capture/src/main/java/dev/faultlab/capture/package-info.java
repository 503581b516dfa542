/**
 * The one way to read a capture: {@link dev.faultlab.capture.CaptureReader} gives frames, {@link
 * dev.faultlab.capture.CaptureScan} makes packets of them and drives listeners over a file. The
 * packages {@code dns} and {@code tcp} below hold the listeners that turn packets into lookups and
 * connections.
 */
package dev.faultlab.capture;
