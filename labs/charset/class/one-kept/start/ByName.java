package dev.faultlab.charset.decode;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;

/** Decodes each body by the name of the charset that its request gives; keeps the last Charset. */
public final class ByName implements Decoding {
  private static final class Last {
    final String name;
    final Charset charset;

    Last(String name, Charset charset) {
      this.name = name;
      this.charset = charset;
    }
  }

  private volatile Last last = new Last("", null);

  @Override
  public String decode(byte[] bytes, String charsetName) throws UnsupportedEncodingException {
    Last seen = last;
    if (!seen.name.equals(charsetName)) {
      try {
        seen = new Last(charsetName, Charset.forName(charsetName));
      } catch (UnsupportedCharsetException | IllegalCharsetNameException e) {
        throw new UnsupportedEncodingException(charsetName);
      }
      last = seen;
    }
    return new String(bytes, seen.charset);
  }
}
