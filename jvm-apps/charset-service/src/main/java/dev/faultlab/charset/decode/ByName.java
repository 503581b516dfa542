package dev.faultlab.charset.decode;

import java.io.UnsupportedEncodingException;

/**
 * The wrong way: hand the name to the JDK each time.
 *
 * <p>{@code java.nio.charset.Charset} remembers the two names that were used last, in static fields
 * {@code cache1} and {@code cache2}, for the whole JVM (JDK 8 to 27). Whoever uses a third name
 * pushes one out. Finding a pushed-out charset of the JDK is a look into a table; one of a {@link
 * java.nio.charset.spi.CharsetProvider} means a new ServiceLoader, which reads the class path for
 * declarations of providers. A name that nobody answers to is never remembered at all.
 *
 * <p>Source of the claim: "JavaのString生成方法がボトルネックになっていた話" (the Scutum web application firewall).
 */
public final class ByName implements Decoding {
  @Override
  public String decode(byte[] bytes, String charsetName) throws UnsupportedEncodingException {
    return new String(bytes, charsetName);
  }
}
