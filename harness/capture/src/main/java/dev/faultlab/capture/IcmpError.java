package dev.faultlab.capture;

/**
 * An ICMP error about a segment of a connection.
 *
 * @param from who sent it: a host, router or firewall
 * @param type 3 destination unreachable, 11 time exceeded (RFC 792); in version six 1 to 3 (RFC
 *     4443)
 */
public record IcmpError(long frame, long timeNanos, Address from, int type, int code) {

  /** {@return whether the segment may not or cannot be delivered, whatever its size} */
  public boolean refuses() {
    return from.isV4() ? type == 3 && code != 4 : type == 1;
  }

  @Override
  public String toString() {
    return "from " + from + ", type " + type + " code " + code;
  }
}
