package dev.faultlab.charset.decode;

import java.io.UnsupportedEncodingException;

/** Decodes each body by the name of the charset that its request gives. */
public final class ByName implements Decoding {
  @Override
  public String decode(byte[] bytes, String charsetName) throws UnsupportedEncodingException {
    return new String(bytes, charsetName);
  }
}
