package dev.faultlab.diagnose;

import dev.faultlab.capture.Endpoint;
import dev.faultlab.diagnose.NoScalingDetector.Lack;

/** The words of {@link NoScalingDetector}. */
final class NoScalingText {
  private NoScalingText() {}

  /** No SYN-ACK of the server has the option. */
  static String likeCookies(Lack lack) {
    return "their SYN-ACKs have no "
        + (lack == Lack.SACK ? "SACK, and their SYNs no timestamps" : "timestamps and no SACK")
        + ". SYN cookies look exactly like that if the client or the server has timestamps switched"
        + " off, and so does a server with all of them switched off. On the server, check nstat -az"
        + " TcpExtSyncookiesSent TcpExtTCPReqQFullDoCookies and sysctl net.ipv4.tcp_timestamps"
        + " net.ipv4.tcp_window_scaling net.ipv4.tcp_sack";
  }

  /** The server scales for others. */
  static void optionMissing(
      Endpoint server, Examples examples, Lack lack, boolean mayBeCookie, Conclusions out) {
    out.found(
        false,
        Finding.Place.ofServer(server, examples.count() + " connections: ", examples),
        "The SYN offers window scaling and the SYN-ACK does not, but other SYN-ACKs from the"
            + " same address with the same time to live do. No window of these connections can"
            + " exceed 65535 bytes. "
            + (mayBeCookie
                ? (lack == Lack.SACK ? "The SYNs have no timestamps. " : "")
                    + "The SYN-ACKs have no timestamps and no SACK either. A SYN cookie has no room"
                    + " for the options if the client or the server has timestamps switched off."
                    + " A server with all options switched off, behind a balancer with others,"
                    + " answers the same."
                : (lack == Lack.TIMESTAMPS
                        ? "Other SYN-ACKs of this server have timestamps, with which a SYN cookie"
                            + " keeps the option"
                        : "A SYN cookie without room for the option has no timestamps and no"
                            + " SACK either, and these SYN-ACKs have at least one of them")
                    + ", so a SYN cookie of this server is not the cause; something on the path may"
                    + " remove the option."),
        "Not the window-scale mismatch: the windows agree with the declared scale, but they are"
            + " small.",
        "a balancer may forward to servers of which only some use window scaling.",
        (mayBeCookie
                ? "Switch TCP timestamps on at the client and at the server"
                    + " (net.ipv4.tcp_timestamps=1), and find out why the server sends cookies"
                    + " (nstat -az TcpExtSyncookiesSent, listen backlog). If it sends none: capture"
                : "Capture")
            + " on both sides of the firewalls and balancers in between.");
  }

  /** Only the client does not scale. */
  static void removedBehind(Endpoint server, Examples examples, Conclusions out) {
    out.found(
        false,
        Finding.Place.ofServer(server, examples.count() + " connections: ", examples),
        "Both SYN and SYN-ACK offer window scaling, but the client's first window after the"
            + " handshake has exactly the value of its SYN, as if the client did not scale. With"
            + " its own scale, the window would have grown at least fourfold at once. So the"
            + " client probably reads the server's windows unscaled as well.",
        "Not a large receive buffer: a SYN whose buffer does not fit advertises 65535, not less.",
        "a client could by chance advertise the same number with its scale.",
        "Capture at the client as well: if the SYN-ACK arrives there without the option, something"
            + " on the path removes it.");
  }
}
