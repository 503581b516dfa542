package dev.faultlab.capture;

/**
 * An IP address as two halves; an IPv4 address is held in its mapped form ::ffff:a.b.c.d (RFC 4291,
 * 2.5.5.2), which never occurs on the wire, so the two families cannot collide.
 */
public record Address(long high, long low) implements Comparable<Address> {
  private static final long MAPPED_PREFIX = 0xffff_0000_0000L;

  /**
   * From the four bytes of an IPv4 address.
   *
   * @param bytes the first one is the highest
   * @return that address
   */
  public static Address v4(int bytes) {
    return new Address(0, mappedLow(bytes));
  }

  /**
   * The low half of an IPv4 address.
   *
   * @param bytes the four bytes of the address
   * @return its {@link #low}; {@link #high} is 0
   */
  public static long mappedLow(int bytes) {
    return MAPPED_PREFIX | bytes & 0xffff_ffffL;
  }

  /** {@return whether it is an IPv4 address} */
  public boolean isV4() {
    return high == 0 && (low & 0xffff_ffff_0000_0000L) == 0x0000_ffff_0000_0000L;
  }

  // Written by hand: a record's generated methods run the linker once, and these are keys
  // everywhere.
  @Override
  public boolean equals(Object other) {
    return other instanceof Address address && address.high == high && address.low == low;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(high * 31 + low);
  }

  @Override
  public int compareTo(Address other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  /** {@return whether it is in 127.0.0.0/8, or ::1} */
  public boolean isLoopback() {
    return isV4() ? (low >> 24 & 255) == 127 : high == 0 && low == 1;
  }

  /** Dotted quad, or RFC 5952 text. */
  @Override
  public String toString() {
    if (isV4()) {
      return (low >> 24 & 255)
          + "."
          + (low >> 16 & 255)
          + "."
          + (low >> 8 & 255)
          + "."
          + (low & 255);
    }
    int runStart = -1;
    int runLength = 1;
    for (int i = 0; i < 8; i++) {
      int end = i;
      while (end < 8 && group(end) == 0) {
        end++;
      }
      if (end - i > runLength) {
        runStart = i;
        runLength = end - i;
      }
    }
    StringBuilder text = new StringBuilder(39);
    for (int i = 0; i < 8; i++) {
      if (i == runStart) {
        text.append("::");
        i += runLength - 1;
      } else {
        if (i > 0 && text.charAt(text.length() - 1) != ':') {
          text.append(':');
        }
        text.append(Integer.toHexString(group(i)));
      }
    }
    return text.toString();
  }

  private int group(int index) {
    long half = index < 4 ? high : low;
    return (int) (half >>> 16 * (3 - index % 4)) & 0xffff;
  }
}
