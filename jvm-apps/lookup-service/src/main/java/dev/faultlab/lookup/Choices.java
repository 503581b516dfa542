package dev.faultlab.lookup;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Reads a setting that is one of a few words, or says which words there are. */
public final class Choices {
  private Choices() {}

  /**
   * @param <E> an enum whose {@code toString} is the word used in settings
   * @throws IllegalArgumentException with what was found and the words that were expected
   */
  public static <E extends Enum<E>> E choose(Class<E> type, String word) {
    return Arrays.stream(type.getEnumConstants())
        .filter(choice -> choice.toString().equals(word))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("found '" + word + "', expected " + wordsOf(type)));
  }

  private static <E extends Enum<E>> String wordsOf(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(Object::toString)
        .collect(Collectors.joining(" or "));
  }
}
