package dev.faultlab.capture;

/** Mnemonics of DNS record types (IANA registry), and RFC 3597's TYPEn for the others. */
public final class RecordType {
  /** IPv4 address. */
  public static final int A = 1;

  /** IPv6 address. */
  public static final int AAAA = 28;

  private RecordType() {}

  /**
   * The mnemonic of a type.
   *
   * @param type its number
   * @return such as AAAA, or TYPE28
   */
  public static String text(int type) {
    return switch (type) {
      case A -> "A";
      case 2 -> "NS";
      case 5 -> "CNAME";
      case 6 -> "SOA";
      case 12 -> "PTR";
      case 15 -> "MX";
      case 16 -> "TXT";
      case AAAA -> "AAAA";
      case 33 -> "SRV";
      case 64 -> "SVCB";
      case 65 -> "HTTPS";
      case 255 -> "ANY";
      default -> "TYPE" + type;
    };
  }
}
