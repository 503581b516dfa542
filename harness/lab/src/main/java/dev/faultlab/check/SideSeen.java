package dev.faultlab.check;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialSeen;
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
public record SideSeen(Side side, List<TrialSeen> trials, Optional<String> failure) {

  public SideSeen {
    trials = List.copyOf(trials);
  }

  /** The version did not start. */
  public static SideSeen failed(Side side, String why) {
    return new SideSeen(side, List.of(), Optional.of(why));
  }

  /**
   * One observation for all trials. If trials disagree it is inconclusive and quotes them: which
   * side closes first is a race. A fault may be absent for two reasons, and is present for one.
   */
  public ClientSeen together() {
    if (failure.isPresent()) {
      return ClientSeen.inconclusive("does-not-start", failure.get());
    }
    if (trials.isEmpty()) {
      return ClientSeen.inconclusive("not-observed", "no trial was carried out");
    }
    List<ClientSeen> checked = trials.stream().map(TrialSeen::service).toList();
    ClientSeen first = checked.get(0);
    Optional<ClientSeen> open =
        checked.stream().filter(t -> t.state() == State.UNKNOWN).findFirst();
    if (open.isPresent()) {
      return open.get();
    }
    boolean agree =
        checked.stream()
            .allMatch(
                t ->
                    t.state() == first.state()
                        && (t.state() == State.ABSENT || t.reason().equals(first.reason())));
    return agree
        ? first
        : ClientSeen.inconclusive(
            "trials-disagree",
            checked.stream()
                .map(t -> t.brief() + " (" + t.text() + ")")
                .collect(Collectors.joining("; ", "trials disagree: ", "")));
  }

  /** {@code present 8/8}, {@code does not start}. */
  public String words() {
    return failure.isPresent() ? "does not start" : together().brief();
  }
}
