package dev.faultlab.machine;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The numbers of a version, for comparing: {@code 20.10.24+dfsg1} is 20, 10, 24. Suffixes that
 * distributions add are ignored.
 */
public record Version(List<Integer> numbers) implements Comparable<Version> {
  /** Maven prints in bold even into a pipe: ESC [ 1 m is not a version. */
  private static final Pattern COLOUR = Pattern.compile("\u001B\\[[0-9;]*m");

  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})*)");

  public Version {
    numbers = List.copyOf(numbers);
  }

  /** The first version in a text such as {@code Apache Maven 3.8.7 (Debian)}. */
  public static Optional<Version> in(String text) {
    Matcher matcher = NUMBERS.matcher(COLOUR.matcher(text).replaceAll(""));
    return matcher.find()
        ? Optional.of(
            new Version(Stream.of(matcher.group(1).split("\\.")).map(Integer::valueOf).toList()))
        : Optional.empty();
  }

  @Override
  public int compareTo(Version other) {
    for (int i = 0; i < Math.max(numbers.size(), other.numbers.size()); i++) {
      int order = Integer.compare(at(i), other.at(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int at(int index) {
    return index < numbers.size() ? numbers.get(index) : 0;
  }

  @Override
  public String toString() {
    return String.join(".", numbers.stream().map(String::valueOf).toList());
  }
}
