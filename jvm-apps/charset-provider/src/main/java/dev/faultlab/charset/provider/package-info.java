/**
 * A {@link java.nio.charset.spi.CharsetProvider} that counts how often it is asked.
 *
 * <p>It lies in a jar of its own, as the providers of real systems do: where that jar stands on the
 * class path is a condition of the lab.
 */
package dev.faultlab.charset.provider;
