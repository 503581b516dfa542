package dev.faultlab.check;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.effect.Bound;
import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.Course;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialOutcome;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What all trials of one condition showed of one version.
 *
 * @param side the version
 * @param trials as they were counted
 * @param failure why the version did not start, with the end of its log; empty if it did
 */
public record SideResult(Side side, List<TrialOutcome> trials, Optional<String> failure) {

  /**
   * One observation for all trials, the worst of them. If trials disagree on whether the fault is
   * there it is inconclusive and quotes them: which side closes first is a race. A fault may be
   * absent for two reasons, and is present for one.
   */
  public ClientResult overall() {
    if (failure.isPresent()) {
      return ClientResult.inconclusive("does-not-start", failure.get());
    }
    if (trials.isEmpty()) {
      return ClientResult.inconclusive("not-observed", "no trial was carried out");
    }
    List<ClientResult> seen = trials.stream().map(TrialOutcome::service).toList();
    ClientResult first = seen.get(0);
    Optional<ClientResult> open = seen.stream().filter(t -> t.state() == State.UNKNOWN).findFirst();
    if (open.isPresent()) {
      return open.get();
    }
    boolean agree =
        seen.stream()
            .allMatch(
                t ->
                    t.state() == first.state()
                        && (t.state() == State.ABSENT || t.reason().equals(first.reason())));
    return agree
        ? Collections.max(seen, Comparator.comparing(SideResult::harmLevel))
        : ClientResult.inconclusive(
            "trials-disagree",
            seen.stream()
                .map(t -> t.brief() + " (" + t.text() + ")")
                .collect(Collectors.joining("; ", "trials disagree: ", "")));
  }

  /**
   * How badly each trial was harmed, by the ordinal of its course; empty unless every trial has
   * one.
   */
  public List<Integer> harmLevels() {
    List<ClientResult> seen = trials.stream().map(TrialOutcome::service).toList();
    boolean all =
        seen.stream().allMatch(t -> t.state() == State.PRESENT || t.state() == State.ABSENT);
    return failure.isEmpty() && all ? seen.stream().map(SideResult::harmLevel).toList() : List.of();
  }

  /** Below 2 no request was harmed. Where a count decides, present is 2. */
  private static int harmLevel(ClientResult result) {
    return result.course().map(Course::ordinal).orElse(result.state() == State.PRESENT ? 2 : 0);
  }

  /** What an absence excludes, of as many requests or connections as {@link #words} names. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public Optional<Bound> bound() {
    ClientResult overall = overall();
    return overall.state() == State.ABSENT && overall.affected() == 0 && overall.of() > 0
        ? Optional.of(Bound.absent(Math.toIntExact(overall.of()), Optional.of(overall.exposed())))
        : Optional.empty();
  }

  /** {@code present 8/8}, {@code does not start}. */
  public String words() {
    return failure.isPresent() ? "does not start" : overall().brief();
  }
}
