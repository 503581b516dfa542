package dev.faultlab.capture.packet;

/**
 * Link layers that are not read, because no host of a JVM, Kafka or DNS is captured on them: their
 * names, and how to extract the packets from such a capture.
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
      case 6 -> strip("token ring", 22, "rawip");
      case 7, 129 -> elsewhere("ARCnet");
      case 8 -> strip("SLIP", 16, "rawip");
      case 9, 166 -> elsewhere("PPP with octet stuffing");
      case 10 -> strip("FDDI", 21, "rawip");
      case 11, 107 -> strip("frame relay", 4, "rawip");
      case 15 -> elsewhere("SLIP (BSD/OS)");
      case 16, 104 -> strip("Cisco HDLC", 4, "rawip");
      case 99 -> strip("Symantec Enterprise Firewall", 44, "rawip");
      case 100 -> strip("ATM (RFC 1483)", 8, "rawip");
      case 105, 119, 127, 163, 192 ->
          elsewhere("802.11") + ", or give it to airdecap-ng, which takes such headers away";
      case 109 -> strip("OpenBSD's enc", 12, "rawip");
      case 117 -> elsewhere("pflog");
      case 122 -> strip("IP over Fibre Channel", 24, "rawip");
      case 123 -> elsewhere("SunATM");
      case 130, 131, 132, 133, 134, 135, 136, 137, 164, 167, 168, 178, 179, 180, 181 ->
          elsewhere("a Juniper router's link");
      case 138 -> strip("IP over FireWire", 18, "rawip");
      case 219 -> elsewhere("MPLS without Ethernet");
      case 226 -> strip("Solaris' ipnet", 24, "rawip");
      case 240 -> strip("netANALYZER", 4, "ether");
      case 241 -> strip("netANALYZER (transparent)", 12, "ether");
      case 242 -> strip("IP over InfiniBand", 44, "rawip");
      case 247 -> elsewhere("InfiniBand");
      case 274 -> strip("Ethernet mPackets", 8, "ether");
      case 281, 282, 284, 285 -> elsewhere("Ethernet with a switch's tags (DSA)");
      default -> elsewhere("link type " + linkType);
    };
  }

  private static String strip(String name, int bytes, String left) {
    return unread(name)
        + String.format("`editcap -C %d -L -T %s IN OUT` takes its header away", bytes, left);
  }

  private static String elsewhere(String name) {
    return unread(name) + "capture on the host of the program instead";
  }

  private static String unread(String name) {
    return "frames of " + name + ", which is not decoded; ";
  }
}
