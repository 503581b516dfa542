package dev.faultlab.charset.decode;

import java.io.UnsupportedEncodingException;

/** Makes a string of bytes whose charset is known by name only, as in an HTTP header. */
public interface Decoding {

  /**
   * Decodes.
   *
   * @throws UnsupportedEncodingException where nothing answers to that name; names come from
   *     outside, so this is an ordinary outcome
   */
  String decode(byte[] bytes, String charsetName) throws UnsupportedEncodingException;
}
