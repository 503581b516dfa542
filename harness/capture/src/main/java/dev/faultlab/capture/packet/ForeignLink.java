package dev.faultlab.capture.packet;

/**
 * Link layers that are not read, because no host of a JVM, Kafka or DNS is captured on them: names
 * of some, and how to extract the packets from such a capture.
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
      case 9, 166 -> elsewhere("PPP with octet stuffing");
      case 11, 107 -> strip("frame relay");
      case 16, 104 -> strip("Cisco HDLC");
      case 105, 119, 127, 163, 192 ->
          elsewhere("802.11") + ", or give it to airdecap-ng, which takes such headers away";
      default -> elsewhere("link type " + linkType);
    };
  }

  private static String strip(String name) {
    return notDecoded(name) + "`editcap -C 4 -L -T rawip IN OUT` takes its header away";
  }

  private static String elsewhere(String name) {
    return notDecoded(name) + "capture on the host of the program instead";
  }

  private static String notDecoded(String name) {
    return "frames of " + name + ", which is not decoded; ";
  }
}
