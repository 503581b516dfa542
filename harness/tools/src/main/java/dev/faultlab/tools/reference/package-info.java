/** Committed results, and the documents that show parts of them. */
package dev.faultlab.tools.reference;
