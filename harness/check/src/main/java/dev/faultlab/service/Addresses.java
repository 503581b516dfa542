package dev.faultlab.service;

import dev.faultlab.testcontainers.condition.Parts;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The addresses in the network of one stack. Compose gives the other services the upper half.
 *
 * @param net first three octets of the /24
 */
record Addresses(String net) {
  /** Services that are canaries. */
  static final List<String> CANARIES =
      IntStream.rangeClosed(1, Parts.CANARIES).mapToObj(k -> "faultlab-canary-" + k).toList();

  /** Upstreams, of which there are at most 16, have two addresses of the router and one each. */
  private static final int FIRST_FRONT = 64;

  private static final int FIRST_TARGET = 100;

  String hold() {
    return net + ".10";
  }

  String nameServer() {
    return net + ".53";
  }

  String secondNameServer() {
    return net + ".54";
  }

  String canary(String name) {
    return net + "." + (20 + CANARIES.indexOf(name));
  }

  /** The router's address in place of an upstream. */
  String front(int upstream) {
    return net + "." + (FIRST_FRONT + 2 * upstream);
  }

  String spare(int upstream) {
    return net + "." + (FIRST_FRONT + 2 * upstream + 1);
  }

  String target(int upstream) {
    return net + "." + (FIRST_TARGET + upstream);
  }
}
