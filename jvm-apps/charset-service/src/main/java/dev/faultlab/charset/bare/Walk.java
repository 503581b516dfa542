package dev.faultlab.charset.bare;

import dev.faultlab.charset.decode.ProviderLookups;
import dev.faultlab.charset.decode.ThreadMeter;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * What one walk over the providers allocates in this JVM, measured by forcing one.
 *
 * <p>The yardstick for everybody who has no counting provider: bytes per walk differ between JDKs
 * and with the class path, so that no fixed number tells a lookup from none, but "about one walk
 * more than with a kept Charset" does.
 */
final class Walk {
  private static final int WARM_UP = 100;
  private static final int FORCED = 100;

  /** Two charsets that every JDK has and no mix of the lab uses: they fill the cache. */
  private static final String[] FILL = {"UTF-16BE", "UTF-16LE"};

  final String name;
  final OptionalLong lookups;
  final long allocatedBytes;

  private Walk(String name, OptionalLong lookups, long allocatedBytes) {
    this.name = name;
    this.lookups = lookups;
    this.allocatedBytes = allocatedBytes;
  }

  /**
   * Forces walks.
   *
   * @param name a name that the JDK's own charsets do not answer to
   */
  static Walk measure(String name, ProviderLookups provider) {
    String[] spellings = new String[WARM_UP + FORCED];
    for (int i = 0; i < spellings.length; i++) {
      spellings[i] = spelling(name, i);
    }
    for (int i = 0; i < WARM_UP; i++) {
      force(spellings[i]);
    }
    ThreadMeter meter = new ThreadMeter();
    OptionalLong before = provider.count();
    long allocated = meter.allocatedBytes();
    for (int i = 0; i < FORCED; i++) {
      force(spellings[WARM_UP + i]);
    }
    return new Walk(name, provider.since(before), meter.allocatedBytes() - allocated);
  }

  /** How many walks were forced. */
  long forced() {
    return FORCED;
  }

  /**
   * The name with its letters in upper case where a bit of the number is set: another name to
   * whatever remembers names (a cure), and the same one to a provider. Eight letters make 256.
   */
  static String spelling(String name, int number) {
    StringBuilder spelled = new StringBuilder(name.toLowerCase(Locale.ROOT));
    int bit = 0;
    for (int i = 0; i < spelled.length(); i++) {
      char letter = spelled.charAt(i);
      if (letter >= 'a' && letter <= 'z') {
        if ((number >> bit & 1) == 1) {
          spelled.setCharAt(i, Character.toUpperCase(letter));
        }
        bit++;
      }
    }
    return spelled.toString();
  }

  private static void force(String name) {
    for (String other : FILL) {
      if (!Charset.isSupported(other)) {
        throw new IllegalStateException("this JVM lacks " + other + ", which every JVM has");
      }
    }
    Charset.isSupported(name);
  }
}
