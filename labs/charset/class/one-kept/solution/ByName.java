package dev.faultlab.charset.decode;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Decodes each body by the name of the charset that its request gives, and keeps the Charset. */
public final class ByName implements Decoding {
  /** By the name as it was spelled. It grows with every spelling: see the repair "invented". */
  private final Map<String, Charset> kept = new ConcurrentHashMap<>();

  @Override
  public String decode(byte[] bytes, String charsetName) throws UnsupportedEncodingException {
    try {
      return new String(bytes, kept.computeIfAbsent(charsetName, Charset::forName));
    } catch (UnsupportedCharsetException | IllegalCharsetNameException e) {
      throw new UnsupportedEncodingException(charsetName);
    }
  }
}
