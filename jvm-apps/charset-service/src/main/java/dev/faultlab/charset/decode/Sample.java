package dev.faultlab.charset.decode;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Optional;

/** Bytes as a client would send them, with the charset's name as the client spells it. */
public final class Sample {
  private static final String JAPANESE = "\u6587\u5b57\u30b3\u30fc\u30c9 charset";
  private static final String ASCII = "moji kohdo charset";
  private static final String PROVIDED = "x-faultlab-";

  private final String name;
  private final byte[] bytes;
  private final Optional<String> text;

  private Sample(String name, byte[] bytes, Optional<String> text) {
    this.name = name;
    this.bytes = bytes;
    this.text = text;
  }

  /** A sample in that charset; looks the name up once. */
  public static Sample in(String name) {
    Charset charset;
    try {
      charset = Charset.forName(name);
    } catch (UnsupportedCharsetException | IllegalCharsetNameException e) {
      return new Sample(name, ASCII.getBytes(StandardCharsets.US_ASCII), Optional.empty());
    }
    String text = charset.newEncoder().canEncode(JAPANESE) ? JAPANESE : ASCII;
    return new Sample(name, text.getBytes(charset), Optional.of(text));
  }

  /** Whether a name lies beyond the JDK's charsets by being one of the lab's provider. */
  public static boolean isProvided(String name) {
    return name.toLowerCase(Locale.ROOT).startsWith(PROVIDED);
  }

  public String name() {
    return name;
  }

  /**
   * Whether the JDK's own charsets do not answer to the name, so that each look-up which its cache
   * does not answer goes to the providers.
   */
  public boolean needsProvider() {
    return !text.isPresent() || isProvided(name);
  }

  /**
   * Decodes the sample and checks what comes out.
   *
   * @return how many characters; -1 for a name nobody answers to
   * @throws IllegalStateException where the text is not the one that was encoded
   */
  public int decode(Decoding decoding) {
    String decoded;
    try {
      decoded = decoding.decode(bytes, name);
    } catch (UnsupportedEncodingException e) {
      if (text.isPresent()) {
        throw new IllegalStateException(name + " was there at the start and is not now", e);
      }
      return -1;
    }
    if (!text.isPresent() || !decoded.equals(text.get())) {
      throw new IllegalStateException(
          name + ": decoded to '" + decoded + "', expected " + text.orElse("no such charset"));
    }
    return decoded.length();
  }
}
