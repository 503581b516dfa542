/**
 * DNS in a capture: {@link dev.faultlab.capture.dns.DnsCapture#read} for everything in one call,
 * {@link dev.faultlab.capture.dns.DnsTracker} for captures of any size.
 */
package dev.faultlab.capture.dns;
