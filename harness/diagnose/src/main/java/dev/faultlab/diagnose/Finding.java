package dev.faultlab.diagnose;

import java.util.List;
import java.util.Optional;

/**
 * A fault seen in a capture.
 *
 * @param why the facts that it rests on
 * @param not look-alikes, and what tells them apart here
 * @param remedy what to do
 * @param lab the lab that shows the fault and its cure, if there is one
 */
public record Finding(
    FindingId id,
    Confidence confidence,
    Place place,
    String why,
    String not,
    String remedy,
    Optional<LabFault> lab) {

  /**
   * Where to look.
   *
   * @param subject what has the fault: a server, or a client and a name
   * @param where the subject with frames, as a sentence
   * @param frames the frames to look at first, 1-based as in Wireshark
   * @param filter a display filter of Wireshark's that shows the traffic it is about
   */
  public record Place(String subject, String where, List<Long> frames, String filter) {
    public Place {
      frames = List.copyOf(frames);
    }
  }

  /** The same for a capture with several virtual networks, which may share addresses. */
  Finding acrossNetworks(int networks) {
    return doubted(
        "the capture holds "
            + networks
            + " virtual networks, and two machines in different ones may have the same address.");
  }

  /** The same for a capture that was not read completely. */
  Finding ofAPart() {
    return doubted(
        "the capture holds more than fits into memory, and what was left out may say otherwise.");
  }

  private Finding doubted(String against) {
    if (confidence == Confidence.LIKELY) {
      return this;
    }
    String doubt = " What speaks against it: " + against;
    return new Finding(id, Confidence.LIKELY, place, why, not + doubt, remedy, lab);
  }

  /** How sure a finding is. There is nothing below likely: a false alarm is worse than silence. */
  public enum Confidence {
    /** The packets allow no other explanation. */
    CERTAIN,
    /** Another explanation is possible but less plausible; {@link Finding#not()} names it. */
    LIKELY
  }
}
