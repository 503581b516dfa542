/** Checks documents and declarations against reality: commands, runs, labs. */
package dev.faultlab.tools.lint;
