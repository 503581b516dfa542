package dev.faultlab.capture.packet;

/**
 * Link layers that are not read, because no host of a JVM, Kafka or DNS is captured on them: names
 * of some, and where to capture instead.
 */
public final class ForeignLink {
  private ForeignLink() {}

  /**
   * The layer's name, and what to do.
   *
   * @param linkType a LINKTYPE_ value of the tcpdump group's registry
   */
  public static String sentence(int linkType) {
    return switch (linkType) {
      case 9, 166 -> notDecoded("PPP with octet stuffing");
      case 105, 119, 127, 163, 192 ->
          notDecoded("802.11") + ", or give it to airdecap-ng, which takes such headers away";
      default -> notDecoded("link type " + linkType);
    };
  }

  private static String notDecoded(String name) {
    return "frames of "
        + name
        + ", which is not decoded; capture on the host of the program instead";
  }
}
