/** The JVMs in which the agents are tested, each a process of its own. */
package dev.faultlab.cures.testing;
