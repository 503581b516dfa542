package dev.faultlab.diagnose;

/**
 * A question for records of a name.
 *
 * @param by who asks, or is asked, or both
 * @param type of the records; 0 for any
 */
record Asked<T extends Comparable<T>>(T by, String name, int type) implements Comparable<Asked<T>> {
  @Override
  public int compareTo(Asked<T> other) {
    int order = Integer.compare(type, other.type);
    order = order != 0 ? order : name.compareTo(other.name);
    return order != 0 ? order : by.compareTo(other.by);
  }
}
