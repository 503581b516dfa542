package dev.faultlab.result;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A list whose elements are also found by a key, so that a report is linear in a result's size. */
final class Indexed<T> extends AbstractList<T> implements RandomAccess {
  private final List<T> elements;
  private final Function<T, Object> key;
  private Map<Object, List<T>> byKey;

  private Indexed(List<T> elements, Function<T, Object> key) {
    this.elements = elements;
    this.key = key;
  }

  static <T> List<T> of(List<T> elements, Function<T, Object> key) {
    return new Indexed<>(elements, key);
  }

  /** The elements of a list of {@link #of} with that key, in order. */
  static <T> List<T> at(Object key, List<T> elements) {
    return ((Indexed<T>) elements).byKey().getOrDefault(key, List.of());
  }

  private synchronized Map<Object, List<T>> byKey() {
    if (byKey == null) {
      byKey = elements.stream().collect(Collectors.groupingBy(key));
    }
    return byKey;
  }

  @Override
  public T get(int index) {
    return elements.get(index);
  }

  @Override
  public int size() {
    return elements.size();
  }
}
