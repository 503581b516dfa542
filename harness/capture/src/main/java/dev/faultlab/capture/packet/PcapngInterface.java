package dev.faultlab.capture.packet;

import java.math.BigInteger;

/** A pcapng interface description block, for the frames that refer to it. */
final class PcapngInterface {
  private static final int END_OF_OPTIONS = 0;
  private static final int NONE = 0;
  private static final int TIME_RESOLUTION = 9;
  private static final int TIME_OFFSET = 14;
  private static final int STATISTICS_INTERFACE_DROP = 5;
  private static final int STATISTICS_OS_DROP = 7;
  private static final long BILLION = 1_000_000_000L;

  final int linkType;
  final long snapLength;
  private final boolean isBinary;
  private final int exponent;
  private final long offsetSeconds;
  long drops;

  private PcapngInterface(int linkType, long snapLength, int resolution, long offsetSeconds) {
    this.linkType = linkType;
    this.snapLength = snapLength;
    this.isBinary = (resolution & 0x80) != 0;
    this.exponent = resolution & 0x7f;
    this.offsetSeconds = offsetSeconds;
  }

  static PcapngInterface read(ByteStream in, int size, boolean littleEndian) {
    int resolution = option(in, 16, size, littleEndian, TIME_RESOLUTION, 1);
    int offset = option(in, 16, size, littleEndian, TIME_OFFSET, 8);
    return new PcapngInterface(
        in.u16(8, littleEndian),
        in.u32(12, littleEndian),
        resolution == NONE ? 6 : in.u8(resolution),
        offset == NONE ? 0 : i64(in, offset, littleEndian));
  }

  /** Drops of interface and operating system; counters are cumulative, so the latest one counts. */
  static long dropsIn(ByteStream in, int size, boolean littleEndian, long before) {
    long found = 0;
    for (int code : new int[] {STATISTICS_INTERFACE_DROP, STATISTICS_OS_DROP}) {
      int at = option(in, 20, size, littleEndian, code, 8);
      found += at == NONE ? 0 : Math.max(0, i64(in, at, littleEndian));
    }
    return Math.max(before, found);
  }

  /** The offset of an option's value if it has at least {@code min} bytes, or {@link #NONE}. */
  private static int option(
      ByteStream in, int from, int size, boolean littleEndian, int expectedCode, int min) {
    int at = from;
    while (at + 4 <= size - 4) {
      int code = in.u16(at, littleEndian);
      int length = in.u16(at + 2, littleEndian);
      if (code == END_OF_OPTIONS || at + 4 + length > size - 4) {
        return NONE;
      }
      if (code == expectedCode && length >= min) {
        return at + 4;
      }
      at += 4 + (length + 3 & ~3);
    }
    return NONE;
  }

  private static long i64(ByteStream in, int at, boolean littleEndian) {
    long first = in.u32(at, littleEndian);
    long second = in.u32(at + 4, littleEndian);
    return littleEndian ? second << 32 | first : first << 32 | second;
  }

  /** Time stamp units to nanoseconds since 1970 (if_tsresol: power of ten, or of two). */
  long nanos(long ticks) {
    long offset = offsetSeconds * BILLION;
    if (!isBinary && exponent <= 9) {
      long unit = 1;
      for (int i = exponent; i < 9; i++) {
        unit *= 10;
      }
      return ticks * unit + offset;
    }
    BigInteger value = new BigInteger(Long.toUnsignedString(ticks));
    BigInteger scaled = value.multiply(BigInteger.valueOf(BILLION));
    BigInteger unit = isBinary ? BigInteger.ONE.shiftLeft(exponent) : BigInteger.TEN.pow(exponent);
    return scaled.divide(unit).longValue() + offset;
  }
}
