package dev.faultlab.capture;

/** From one machine to another. */
public record Route(Address from, Address to) implements Comparable<Route> {
  /** {@return the way in the other direction} */
  public Route reversed() {
    return new Route(to, from);
  }

  // Written by hand, as in Address.
  @Override
  public boolean equals(Object other) {
    return other instanceof Route that && that.from.equals(from) && that.to.equals(to);
  }

  @Override
  public int compareTo(Route other) {
    int order = from.compareTo(other.from);
    return order != 0 ? order : to.compareTo(other.to);
  }
}
