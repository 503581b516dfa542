/** Programs that harness/bench starts. Most print CSV. */
package dev.faultlab.tools.bench;
