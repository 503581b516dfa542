package dev.faultlab.testcontainers.condition;

import java.util.regex.Pattern;

/**
 * A program that the service calls over TCP. The service looks up {@code name}, gets {@code front}
 * and connects to it; the router forwards the connection to {@code target}. Two upstreams may share
 * addresses if their ports differ.
 *
 * @param name as the service looks it up
 * @param port the same at the router and at the target
 * @param front address of the router in the front, which the name has at first
 * @param spare second address of the router, for a fail-over: of the front's subnet, and no
 *     container has it or will get it. {@link Testbed#connect} gives it to the router
 * @param target address where the program listens, as the router reaches it
 */
public record Upstream(String name, int port, String front, String spare, String target) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

  /**
   * Checks what goes into rules and configurations.
   *
   * @param name of the host
   * @param port of TCP
   * @param front address of the router
   * @param spare address of the router
   * @param target address of the program
   * @throws IllegalArgumentException when the name, the port or an address is not one
   */
  public Upstream {
    ArgumentCheck.require(isName(name), "a host name", name);
    ArgumentCheck.require(port > 0 && port < 65_536, "a port", port);
    for (String address : new String[] {front, spare, target}) {
      ArgumentCheck.require(IPV4.matcher(address).matches(), "an IPv4 address", address);
    }
  }

  /**
   * Whether a text can be the name of an upstream.
   *
   * @param text without a dot at its end
   * @return whether it is a host name
   */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }
}
