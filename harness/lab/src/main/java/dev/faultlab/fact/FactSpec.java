package dev.faultlab.fact;

/**
 * What a fact is, whatever its value: stable from version to version, so that reports, comparisons
 * and graders can rely on it. All of them stand in docs/facts.md.
 *
 * @param id kebab-case, unique in a kind of signature
 * @param unit of the value: what is counted, {@code bytes}, {@code 1} for a bare number, {@link
 *     #TEXT} for words
 * @param meaning half a sentence, which names the fact where nothing better is said
 */
public record FactSpec(String id, String unit, String meaning) {
  /** Unit of a value that is no number. */
  public static final String TEXT = "text";

  /** The same fact in the words of one lab. */
  public FactSpec as(String words) {
    return new FactSpec(id, unit, words);
  }

  /** The fact, found. */
  public <T> Fact<T> is(T value, String file, String where) {
    return new Fact<>(id, meaning, unit, value, file, where);
  }
}
