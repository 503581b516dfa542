/**
 * Gives {@code SecureRandom.getInstanceStrong} a generator whose {@code nextBytes} does not wait.
 */
package dev.faultlab.cures.strong;
