package dev.faultlab.cure;

import java.util.OptionalLong;

/**
 * A listening TCP socket with SO_RCVBUF on Linux, and the window scales that its kernel computes.
 * One is for the SYN-ACK; without commit 909172a14974, another one is for a connection that is
 * rebuilt from a SYN cookie.
 *
 * <p>Both begin with the window of the client's route ({@code ip route ... window N}), unless the
 * socket has a clamp of its own (TCP_WINDOW_CLAMP). Only the first is then limited to what
 * SO_RCVBUF allows. So a route's window makes the two agree if its scale is that of the buffer.
 *
 * <p>Source, Linux 6.1: {@code tcp_openreq_init_rwin} (net/ipv4/tcp_minisocks.c), {@code
 * cookie_v4_check} and {@code cookie_v6_check} (net/ipv4 and net/ipv6/syncookies.c) before that
 * commit, {@code tcp_select_initial_window} (net/ipv4/tcp_output.c), {@code tcp_win_from_space}
 * (include/net/tcp.h), {@code __sock_set_rcvbuf} (net/core/sock.c). The model leaves out that the
 * kernel rounds the buffer down to full segments: this matters only if it exceeds both maxima and
 * is little more than a power of two.
 *
 * @param receiveBuffer bytes that the server asks for with SO_RCVBUF, such as Kafka's {@code
 *     socket.receive.buffer.bytes}
 * @param tcpRmemMax the third number of {@code net.ipv4.tcp_rmem}, in bytes
 * @param rmemMax {@code net.core.rmem_max}, in bytes
 * @param advWinScale {@code net.ipv4.tcp_adv_win_scale}
 */
public record ListeningSocket(long receiveBuffer, long tcpRmemMax, long rmemMax, int advWinScale) {
  /** The default of the third number of tcp_rmem, if memory is not scarce (Linux 6.1). */
  public static final long TCP_RMEM_MAX = 6291456;

  /** The default of {@code net.core.rmem_max} (Linux 6.1, 64-bit). */
  public static final long RMEM_MAX = 212992;

  private static final long LARGEST = 65535L << 14;
  private static final int LARGEST_SCALE = 14;
  private static final int BITS_WITHOUT_SCALE = 15;
  private static final int LARGEST_ADV_WIN_SCALE = 31;

  /** SOCK_MIN_RCVBUF: no socket gets less. */
  private static final long LEAST = 2304;

  /**
   * @throws IllegalArgumentException with the value found and the values expected
   */
  public ListeningSocket {
    between("the receive buffer", receiveBuffer, LEAST, Integer.MAX_VALUE / 2);
    between("tcp_rmem's maximum", tcpRmemMax, LEAST, Integer.MAX_VALUE);
    between("rmem_max", rmemMax, LEAST, Integer.MAX_VALUE);
    between("tcp_adv_win_scale", advWinScale, -LARGEST_ADV_WIN_SCALE, LARGEST_ADV_WIN_SCALE);
  }

  private static void between(String what, long found, long least, long most) {
    if (found < least || found > most) {
      throw new IllegalArgumentException(
          what + ": found " + found + ", expected " + least + " to " + most);
    }
  }

  /** Bytes that the socket can offer as its window (tcp_full_space). */
  public long offer() {
    long held = 2 * Math.min(receiveBuffer, rmemMax);
    return advWinScale <= 0 ? held >> -advWinScale : held - (held >> advWinScale);
  }

  /**
   * The scale that the SYN-ACK declares.
   *
   * @param window of the route, in bytes; empty if it has none
   */
  public int synAckScale(OptionalLong window) {
    return scale(Math.min(window.orElse(LARGEST), offer()));
  }

  /**
   * The scale that a kernel without the commit applies to a connection from a cookie.
   *
   * @param window of the route, in bytes; empty if it has none
   */
  public int cookieScale(OptionalLong window) {
    return scale(window.orElse(LARGEST));
  }

  /** Whether the fault shows without a route's window. */
  public boolean isFaulty() {
    return synAckScale(OptionalLong.empty()) != cookieScale(OptionalLong.empty());
  }

  /**
   * The window for the route: everything that the socket can offer, so that its own connections
   * lose nothing.
   */
  public long window() {
    return offer();
  }

  /** The largest window of a route for which the two scales agree. */
  public long largestWindow() {
    return isFaulty()
        ? (1L << synAckScale(OptionalLong.empty()) + BITS_WITHOUT_SCALE + 1) - 1
        : LARGEST;
  }

  private int scale(long clamp) {
    long space = Math.max(Math.max(Math.min(clamp, offer()), tcpRmemMax), rmemMax);
    int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.min(space, clamp));
    return Math.min(Math.max(bits - BITS_WITHOUT_SCALE, 0), LARGEST_SCALE);
  }
}
