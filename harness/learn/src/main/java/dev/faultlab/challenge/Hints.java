package dev.faultlab.challenge;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Gives hints one by one, those that go with what the last check found. They cost nothing. */
public record Hints(ChallengeText text, RepairFolder workplace) {
  /**
   * A hint.
   *
   * @param number from 1
   * @param of how many there are on this
   */
  public record Hint(String text, int number, int of) {}

  /**
   * The next hint; empty when all that go with the last finding were given. The hints of the start
   * follow when a finding has none of its own.
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

  /** The most exact key that has hints: {@code guard:moved}, {@code guard}, else the start's. */
  private String key(String found) {
    if (text.hints().containsKey(found)) {
      return found;
    }
    int colon = found.indexOf(':');
    return colon >= 0 ? key(found.substring(0, colon)) : ChallengeText.START;
  }
}
