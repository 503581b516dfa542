/**
 * Finds the IP header behind the header of a link layer: {@link
 * dev.faultlab.capture.link.LinkLayer} knows those that are decoded. Works on bytes alone, and is
 * not exported.
 */
package dev.faultlab.capture.link;
