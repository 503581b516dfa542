/** Holds documents and declarations to what is really there: links, commands, labs. */
package dev.faultlab.tools.lint;
