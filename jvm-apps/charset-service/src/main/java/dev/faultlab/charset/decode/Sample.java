package dev.faultlab.charset.decode;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Bytes as a client would send them, with the charset's name as the client spells it. */
public final class Sample {
  private static final String JAPANESE = "\u6587\u5b57\u30b3\u30fc\u30c9 charset";
  private static final String ASCII = "moji kohdo charset";
  private static final String PROVIDED = "x-faultlab-";

  /** Stands for a number in a name; no charset's name may have it. */
  private static final String NUMBER = "#";

  private final String name;
  private final byte[] bytes;
  private final Optional<String> text;

  /** Looked at once: a decode that is measured costs less than a look at the name. */
  private final boolean numbered;

  private final AtomicLong uses = new AtomicLong();

  private Sample(String name, byte[] bytes, Optional<String> text) {
    this.name = name;
    this.bytes = bytes;
    this.text = text;
    this.numbered = name.contains(NUMBER);
  }

  /**
   * A sample in that charset; looks the name up once.
   *
   * @param name as the client spells it; with a # it is another one at every use, x-invented-0,
   *     x-invented-1 and so on of x-invented-#, and nobody answers to any of them
   */
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

  /** The name; the first one where it is another at every use. */
  public String name() {
    return numbered ? numbered(0) : name;
  }

  private String numbered(long number) {
    return name.replace(NUMBER, Long.toString(number));
  }

  /**
   * Whether the JDK's own charsets do not answer to the name, so that each lookup which its cache
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
    String spelled = numbered ? numbered(uses.getAndIncrement()) : name;
    String decoded;
    try {
      decoded = decoding.decode(bytes, spelled);
    } catch (UnsupportedEncodingException e) {
      if (text.isPresent()) {
        throw new IllegalStateException(spelled + " was there at the start and is not now", e);
      }
      return -1;
    }
    if (!text.isPresent() || !decoded.equals(text.get())) {
      throw new IllegalStateException(
          spelled + ": decoded to '" + decoded + "', expected " + text.orElse("no such charset"));
    }
    return decoded.length();
  }
}
