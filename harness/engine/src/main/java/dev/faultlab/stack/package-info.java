/**
 * Running services: start a compose profile in a network of its own, execute in it, copy out of it,
 * and take everything away again, also what a killed run left behind.
 */
package dev.faultlab.stack;
