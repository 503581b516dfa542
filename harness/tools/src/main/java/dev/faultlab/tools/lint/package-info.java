/** Checks documents and declarations against reality: links, commands, labs. */
package dev.faultlab.tools.lint;
