package dev.faultlab.charset.bare;

import dev.faultlab.charset.decode.ProviderLookups;
import dev.faultlab.charset.decode.ThreadMeter;
import java.nio.charset.Charset;
import java.util.OptionalLong;

/**
 * What one walk over the providers allocates in this JVM, measured by forcing one.
 *
 * <p>The yardstick for everybody who has no counting provider: bytes per walk differ between JDKs
 * and with the class path, so that no fixed number tells a look-up from none, but "about one walk
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
    for (int i = 0; i < WARM_UP; i++) {
      force(name);
    }
    ThreadMeter meter = new ThreadMeter();
    OptionalLong before = provider.count();
    long allocated = meter.allocatedBytes();
    for (int i = 0; i < FORCED; i++) {
      force(name);
    }
    return new Walk(name, provider.since(before), meter.allocatedBytes() - allocated);
  }

  /** How many walks were forced. */
  long forced() {
    return FORCED;
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
