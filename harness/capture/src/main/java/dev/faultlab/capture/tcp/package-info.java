/**
 * TCP in a capture: {@link dev.faultlab.capture.tcp.TcpCapture#read} for everything in one call,
 * {@link dev.faultlab.capture.tcp.TcpTracker} for captures of any size.
 */
package dev.faultlab.capture.tcp;
