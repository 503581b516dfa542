/**
 * Running services: starts a compose profile in its own network, runs commands in it, copies files
 * out of it, and removes everything again, also after a killed run.
 */
package dev.faultlab.stack;
