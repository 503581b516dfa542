/** The fault and its cure next to each other: from a charset's name and bytes to a string. */
package dev.faultlab.charset.decode;
