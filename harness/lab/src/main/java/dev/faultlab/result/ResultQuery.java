package dev.faultlab.result;

import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.seen.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A query to a stored result, for a figure of a document or a question of a lesson;
 * docs/dev/result-queries.md has the grammar. {@link ResultReader} answers.
 */
public sealed interface ResultQuery {

  /**
   * A metric at a point.
   *
   * @param at settings, with the load inside the trial as one more axis, such as threads 8
   */
  record MetricQuery(String metric, Selector at) implements ResultQuery {}

  /** The ratio of a metric between two points. */
  record EffectQuery(String metric, Selector fault, Selector control) implements ResultQuery {}

  /**
   * A fact of a point, in each trial.
   *
   * @param signature that read it; empty for any
   */
  record FactQuery(Optional<String> signature, String fact, Selector at) implements ResultQuery {}

  /** The number of points at which a signature had this outcome. */
  record CountQuery(String signature, State state, Selector at) implements ResultQuery {}

  /** The outcome of a signature. */
  record OutcomeQuery(String signature, Selector at) implements ResultQuery {}

  /** A result lacks what a query asks for, or the query is invalid; the message says which. */
  final class NoAnswer extends RuntimeException {
    public NoAnswer(String message) {
      super(message);
    }
  }

  /**
   * Parses a query in the form that documents use.
   *
   * @throws NoAnswer when the text is not a query
   */
  static ResultQuery parse(String text) {
    List<String> words = List.of(text.strip().split("\\s+"));
    return switch (words.get(0) + " " + words.size()) {
      case "metric 3" -> new MetricQuery(words.get(1), point(words.get(2)));
      case "found 3" -> new OutcomeQuery(words.get(1), point(words.get(2)));
      case "fact 3" -> new FactQuery(Optional.empty(), words.get(1), point(words.get(2)));
      case "ratio 3" -> new EffectQuery(words.get(1), point(words.get(2)), Selector.any());
      case "ratio 4" -> new EffectQuery(words.get(1), point(words.get(2)), point(words.get(3)));
      default ->
          throw new NoAnswer("'" + text + "' is not a query; docs/dev/result-queries.md has them");
    };
  }

  /** {@code VARIANT@AXIS=VALUE@AXIS=VALUE}. */
  private static Selector point(String word) {
    String[] parts = word.split("@");
    Map<String, Value> at = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      try {
        at.putAll(Selector.parse(parts[i]).at());
      } catch (IllegalArgumentException e) {
        throw new NoAnswer(word + ": " + e.getMessage());
      }
    }
    return new Selector(Optional.of(parts[0]), at);
  }
}
