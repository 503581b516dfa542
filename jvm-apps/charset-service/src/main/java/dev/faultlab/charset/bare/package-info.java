/** The decoding of the service in a plain loop on one thread, where every count is exact. */
package dev.faultlab.charset.bare;
