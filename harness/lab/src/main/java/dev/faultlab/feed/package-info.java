/**
 * What is told of a run while it goes on, from the program that carries it out to one that shows
 * it: a moment per line, as JSON. Nothing is judged by it.
 */
package dev.faultlab.feed;
