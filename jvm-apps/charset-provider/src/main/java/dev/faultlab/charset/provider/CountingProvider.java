package dev.faultlab.charset.provider;

import java.nio.charset.Charset;
import java.nio.charset.spi.CharsetProvider;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * Provides {@code x-faultlab-a} and {@code x-faultlab-b}, and counts each question.
 *
 * <p>{@code java.nio.charset.Charset} asks the providers last, after the charsets of the JDK, and
 * for that it builds a new {@link java.util.ServiceLoader} each time: it reads the class path for
 * provider declarations again and makes a new object of this class.
 */
public final class CountingProvider extends CharsetProvider {
  private static final List<Charset> CHARSETS =
      Collections.unmodifiableList(
          Arrays.<Charset>asList(
              new TrivialCharset("x-faultlab-a"), new TrivialCharset("x-faultlab-b")));

  @Override
  public Charset charsetForName(String name) {
    Lookups.asked();
    for (Charset charset : CHARSETS) {
      if (charset.name().equalsIgnoreCase(name)) {
        return charset;
      }
    }
    // The contract of CharsetProvider: null where the name is not one of ours.
    return null;
  }

  @Override
  public Iterator<Charset> charsets() {
    return CHARSETS.iterator();
  }
}
