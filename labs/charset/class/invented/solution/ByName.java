package dev.faultlab.charset.decode;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.TreeMap;

/** Decodes each body by the name of the charset that its request gives. */
public final class ByName implements Decoding {
  /** Every name that this JVM answers to, read once. What is not in it is answered by nobody. */
  private final Map<String, Charset> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  public ByName() {
    for (Charset charset : Charset.availableCharsets().values()) {
      charset.aliases().forEach(alias -> known.putIfAbsent(alias, charset));
    }
    // After the aliases: a charset's own name wins over an alias of another.
    known.putAll(Charset.availableCharsets());
  }

  @Override
  public String decode(byte[] bytes, String charsetName) throws UnsupportedEncodingException {
    Charset charset = known.get(charsetName);
    if (charset == null) {
      throw new UnsupportedEncodingException(charsetName);
    }
    return new String(bytes, charset);
  }
}
