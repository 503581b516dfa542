/** Jars that do nothing but lie on the class path. */
package dev.faultlab.charset.jars;
