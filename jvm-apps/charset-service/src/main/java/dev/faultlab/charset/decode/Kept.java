package dev.faultlab.charset.decode;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The right way: keep the {@link Charset} objects.
 *
 * <p>All names are read once, at the start, and never again. A map that is filled as names come in
 * would do for the mix of the article, but names come from headers: it would grow with every
 * invented name, or look each of them up. Here an invented name costs neither memory nor a lookup.
 */
public final class Kept implements Decoding {
  /** Names as their charset spells them: one hash for nearly every request. */
  private final Map<String, Charset> asSpelled;

  /** The rest; a TreeMap, because folding the case of a key would make a string per request. */
  private final Map<String, Charset> ignoringCase;

  /** Reads the names of every charset of this JVM, those of providers included. */
  public Kept() {
    Map<String, Charset> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Charset charset : Charset.availableCharsets().values()) {
      charset.aliases().forEach(alias -> byName.putIfAbsent(alias, charset));
    }
    // after the aliases: a charset's own name wins over an alias of another
    Charset.availableCharsets().values().forEach(charset -> byName.put(charset.name(), charset));
    this.ignoringCase = Collections.unmodifiableMap(byName);
    this.asSpelled = Collections.unmodifiableMap(new HashMap<>(byName));
  }

  @Override
  public String decode(byte[] bytes, String charsetName) throws UnsupportedEncodingException {
    Charset charset = asSpelled.get(charsetName);
    if (charset == null) {
      charset = ignoringCase.get(charsetName);
    }
    if (charset == null) {
      throw new UnsupportedEncodingException(charsetName);
    }
    return new String(bytes, charset);
  }
}
