package dev.faultlab.lookup.resolve;

import dev.faultlab.lookup.Environment;
import java.security.Security;
import java.util.OptionalInt;

/**
 * How long {@link java.net.InetAddress} remembers, in seconds; -1 is for ever, 0 is not at all.
 *
 * <p>These are security properties. {@code -Dnetworkaddress.cache.ttl} on the command line does
 * nothing, which is why people believe to have set it. The JDK reads them once, when InetAddress is
 * first used, so they have to be set before anything else.
 *
 * @param ttl of an answer
 * @param negativeTtl of a failure; the JDK's default (10) where empty
 * @param staleTtl how long an answer may be used beyond its ttl when the server fails (JDK 21 and
 *     later); the JDK's default (0) where empty
 */
public record AddressCache(int ttl, OptionalInt negativeTtl, OptionalInt staleTtl) {
  public static final int FOREVER = -1;
  public static final int LONGEST = 86_400;

  /**
   * Of LOOKUP_TTL (0 where it is not set), LOOKUP_NEGATIVE_TTL and LOOKUP_STALE_TTL.
   *
   * @throws IllegalArgumentException naming the variable that is wrong
   */
  public static AddressCache from(Environment environment) {
    return new AddressCache(
        environment.wholeNumber("LOOKUP_TTL", 0, FOREVER, LONGEST),
        environment.optionalWholeNumber("LOOKUP_NEGATIVE_TTL", FOREVER, LONGEST),
        environment.optionalWholeNumber("LOOKUP_STALE_TTL", 0, LONGEST));
  }

  public void apply() {
    Security.setProperty("networkaddress.cache.ttl", Integer.toString(ttl));
    negativeTtl.ifPresent(
        s -> Security.setProperty("networkaddress.cache.negative.ttl", Integer.toString(s)));
    staleTtl.ifPresent(
        s -> Security.setProperty("networkaddress.cache.stale.ttl", Integer.toString(s)));
  }
}
