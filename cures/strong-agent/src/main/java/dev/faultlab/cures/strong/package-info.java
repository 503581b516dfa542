/** Gives {@code SecureRandom.getInstanceStrong} a generator that does not wait. */
package dev.faultlab.cures.strong;
