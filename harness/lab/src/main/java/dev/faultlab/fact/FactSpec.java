package dev.faultlab.fact;

/**
 * What a fact means, whatever its value. It is stable from version to version, so that reports,
 * comparisons and graders can rely on it. docs/reference/facts.md lists all of them.
 *
 * @param id kebab-case, unique in a kind of signature
 * @param unit of the value: the counted thing, {@code bytes}, {@code 1} for a bare number, {@link
 *     #TEXT} for words
 * @param meaning half a sentence, the default name of the fact
 */
public record FactSpec(String id, String unit, String meaning) {
  /** Unit of a value that is not a number. */
  public static final String TEXT = "text";

  /** The same fact in the words of one lab. */
  public FactSpec as(String words) {
    return new FactSpec(id, unit, words);
  }

  /** The fact with its value. */
  public <T> Fact<T> of(T value, String file, String where) {
    return new Fact<>(id, meaning, unit, value, file, where);
  }
}
