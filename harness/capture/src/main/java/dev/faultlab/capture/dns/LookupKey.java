package dev.faultlab.capture.dns;

/**
 * A name, or records of it, as a client or a server is asked for it. A HashMap compares keys only
 * whose class is exactly what they can be compared with, hence the raw type.
 *
 * @param party who asks, or is asked, or both
 * @param type of the records; 0 for any
 */
@SuppressWarnings({"rawtypes", "unchecked"})
public record LookupKey<T extends Comparable<T>>(T party, String name, int type)
    implements Comparable<LookupKey> {
  // Written by hand, as in Address.
  @Override
  public boolean equals(Object other) {
    return other instanceof LookupKey<?> that
        && that.type == type
        && that.name.equals(name)
        && that.party.equals(party);
  }

  @Override
  public int compareTo(LookupKey other) {
    int order = Integer.compare(type, other.type);
    order = order != 0 ? order : name.compareTo(other.name);
    return order != 0 ? order : ((Comparable) party).compareTo(other.party);
  }
}
