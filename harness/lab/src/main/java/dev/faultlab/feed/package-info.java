/**
 * Events of a running run, passed from the program that carries it out to one that shows it: one
 * line of JSON per event. No verdict depends on them.
 */
package dev.faultlab.feed;
