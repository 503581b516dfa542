package dev.faultlab.cures.testing.bench;

import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.charset.spi.CharsetProvider;
import java.util.Iterator;
import java.util.List;

/** A charset that the JDK does not have itself. */
public final class OneCharset extends CharsetProvider {
  static final String NAME = "x-bench";
  private static final Charset ONE = new Latin();

  @Override
  public Iterator<Charset> charsets() {
    return List.of(ONE).iterator();
  }

  @Override
  public Charset charsetForName(String name) {
    return name.equals(NAME) ? ONE : null;
  }

  private static final class Latin extends Charset {
    Latin() {
      super(NAME, new String[0]);
    }

    @Override
    public boolean contains(Charset other) {
      return other == this;
    }

    @Override
    public CharsetDecoder newDecoder() {
      return StandardCharsets.ISO_8859_1.newDecoder();
    }

    @Override
    public CharsetEncoder newEncoder() {
      return StandardCharsets.ISO_8859_1.newEncoder();
    }
  }
}
