package dev.faultlab.challenge;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Gives the hints for the last check's finding, one by one. They cost nothing. */
public record Hints(ChallengeText text, RepairFolder workplace) {
  /**
   * A hint.
   *
   * @param number from 1
   * @param of number of hints for this finding
   */
  public record Hint(String text, int number, int of) {}

  /**
   * The next hint; empty when all hints for the last finding were given. If a finding has no hints
   * of its own, those of the start follow.
   */
  public Optional<Hint> next() throws IOException {
    String key = key(workplace.lastFound().orElse(ChallengeText.START));
    List<String> hints = text.hints().getOrDefault(key, List.of());
    int given = workplace.given(key);
    if (given >= hints.size()) {
      return Optional.empty();
    }
    workplace.give(key);
    return Optional.of(new Hint(hints.get(given).strip(), given + 1, hints.size()));
  }

  /** The most specific key with hints: {@code guard:moved}, {@code guard}, else the start's. */
  private String key(String found) {
    if (text.hints().containsKey(found)) {
      return found;
    }
    int colon = found.indexOf(':');
    return colon >= 0 ? key(found.substring(0, colon)) : ChallengeText.START;
  }
}
