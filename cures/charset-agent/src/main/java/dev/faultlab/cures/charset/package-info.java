/** Keeps the Charsets that providers on the class path were asked for. */
package dev.faultlab.cures.charset;
