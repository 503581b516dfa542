/**
 * What an agent that changes a class of the JDK needs: it knows the JDK or leaves it alone, changes
 * what it has recognised or nothing, says in a system property what has become of it, and can be
 * switched while the program runs.
 *
 * <p>Compiled for Java 8; once started it lives in the boot loader, because that is all that
 * classes of the JDK can see.
 */
package dev.faultlab.cures.agent;
