/** Committed results, and the documents that show what is in them. */
package dev.faultlab.tools.reference;
