package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import java.util.Comparator;

/** From one machine to another. */
record Way(Address from, Address to) implements Comparable<Way> {
  @Override
  public int compareTo(Way other) {
    return Comparator.comparing(Way::from).thenComparing(Way::to).compare(this, other);
  }
}
