package dev.faultlab.diagnose;

import static dev.faultlab.diagnose.FindingTexts.text;

import dev.faultlab.capture.Endpoint;
import dev.faultlab.diagnose.NoScalingDetector.Lack;

/** The words of {@link NoScalingDetector}. */
final class NoScalingText {
  private NoScalingText() {}

  /** No SYN-ACK of the server has the option. */
  static String likeCookies(Lack lack) {
    return "their SYN-ACKs have no "
        + (lack == Lack.SACK ? "SACK, and their SYNs no timestamps" : "timestamps and no SACK")
        + text(FindingId.NO_WINDOW_SCALING, "like-cookies");
  }

  /** The server scales for others. */
  static void optionMissing(
      Endpoint server, Examples examples, Lack lack, boolean mayBeCookie, Conclusions out) {
    out.found(
        false,
        Finding.Place.ofServer(server, examples.count() + " connections: ", examples),
        text(FindingId.NO_WINDOW_SCALING, "missing")
            + (mayBeCookie
                ? (lack == Lack.SACK ? "The SYNs have no timestamps. " : "")
                    + text(FindingId.NO_WINDOW_SCALING, "cookie")
                : (lack == Lack.TIMESTAMPS
                        ? text(FindingId.NO_WINDOW_SCALING, "timestamps")
                        : text(FindingId.NO_WINDOW_SCALING, "no-cookie"))
                    + text(FindingId.NO_WINDOW_SCALING, "path")),
        text(FindingId.NO_WINDOW_SCALING, "not"),
        "a balancer may forward to servers of which only some use window scaling.",
        (mayBeCookie ? text(FindingId.NO_WINDOW_SCALING, "do-cookies") : "Capture")
            + " on both sides of the firewalls and balancers in between.");
  }

  /** Only the client does not scale. */
  static void removedBehind(Endpoint server, Examples examples, Conclusions out) {
    out.found(
        false,
        Finding.Place.ofServer(server, examples.count() + " connections: ", examples),
        text(FindingId.NO_WINDOW_SCALING, "behind"),
        "Not a large receive buffer: a SYN whose buffer does not fit advertises 65535, not less.",
        "a client could by chance advertise the same number with its scale.",
        text(FindingId.NO_WINDOW_SCALING, "do-behind"));
  }
}
