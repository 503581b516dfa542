package dev.faultlab.capture.dns;

/** Mnemonics of DNS record types (IANA registry), and RFC 3597's TYPEn for the others. */
public final class RecordType {
  public static final int A = 1;
  public static final int AAAA = 28;

  private RecordType() {}

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
