package dev.faultlab.capture;

/** From one machine to another. */
public record Way(Address from, Address to) implements Comparable<Way> {
  /** {@return the way in the other direction} */
  public Way back() {
    return new Way(to, from);
  }

  // Written by hand, as in Address.
  @Override
  public boolean equals(Object other) {
    return other instanceof Way that && that.from.equals(from) && that.to.equals(to);
  }

  @Override
  public int compareTo(Way other) {
    int order = from.compareTo(other.from);
    return order != 0 ? order : to.compareTo(other.to);
  }
}
