package dev.faultlab.cures.charset.program;

import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.charset.spi.CharsetProvider;
import java.util.Collections;
import java.util.Iterator;
import java.util.Locale;

/** Knows x-test and its alias; learns x-later when it is told to. */
public final class TestProvider extends CharsetProvider {
  private static final Charset TEST = new Plain("x-test");
  private static final Charset LATER = new Plain("x-later");

  @Override
  public Iterator<Charset> charsets() {
    return Collections.singleton(TEST).iterator();
  }

  @Override
  public Charset charsetForName(String name) {
    Asking.ASKED.incrementAndGet();
    switch (name.toLowerCase(Locale.ROOT)) {
      case "x-test":
      case "x-test-alias":
        return TEST;
      case "x-later":
        return Asking.learned ? LATER : null;
      default:
        return null;
    }
  }

  private static final class Plain extends Charset {
    Plain(String name) {
      super(name, new String[0]);
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
