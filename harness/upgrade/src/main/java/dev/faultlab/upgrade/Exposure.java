package dev.faultlab.upgrade;

import dev.faultlab.lab.Faulty;
import dev.faultlab.lab.Lab;
import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.Move;
import dev.faultlab.version.VersionOrder;
import dev.faultlab.version.VersionRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the versions on two sides say about a lab's incident, before anything is started.
 *
 * @param moves component to its two sides, which are the same where nothing moves
 * @param fresh whether the side before has nothing of this, not even in another version
 */
public record Exposure(Lab lab, Map<String, Move> moves, boolean fresh) {
  /** Versions of one component; more come from files that were not written by people. */
  private static final int MOST = 100;

  /** The answer. */
  public enum State {
    CROSSED_UP("appears on the way up"),
    CROSSED_DOWN("appears on the way down"),
    HEALED("healed by this move"),
    TODAY("you have it today"),
    NEW("new, with the fault"),
    OUTSIDE("absent on both sides"),
    UNKNOWN("unknown: no single release");

    private final String words;

    State(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }

    /** Whether a run can show something new. */
    public boolean crosses() {
      return this != TODAY && this != NEW && this != OUTSIDE;
    }
  }

  /** The answers of the labs that declare which versions are faulty. */
  public static List<Exposure> all(List<Lab> labs, List<Move> moves) {
    List<Exposure> all = new ArrayList<>();
    for (Lab lab : labs) {
      Map<String, List<Move>> own = new LinkedHashMap<>();
      for (String component : lab.faulty().keySet()) {
        Map<List<String>, Move> each = new LinkedHashMap<>();
        moves.stream()
            .filter(m -> m.component().equals(component))
            .forEach(m -> each.put(List.of(m.from().written(), m.to().written()), m));
        own.put(component, List.copyOf(each.values()));
      }
      combined(own).forEach(one -> all.add(new Exposure(lab, one, false)));
    }
    return all;
  }

  /** The same, where it is new if what was there before had no such answer. */
  public Exposure since(List<Exposure> before) {
    return new Exposure(
        lab,
        moves,
        before.stream()
            .noneMatch(
                b ->
                    b.lab.name().equals(lab.name())
                        && b.state() == state()
                        && (b.whole() || !whole())));
  }

  /** One choice for each component that has some, in every combination. */
  static <T> List<Map<String, T>> combined(Map<String, List<T>> choices) {
    List<Map<String, T>> all = List.of(Map.of());
    for (Map.Entry<String, List<T>> choice : choices.entrySet()) {
      List<Map<String, T>> longer = new ArrayList<>();
      for (Map<String, T> shorter : all) {
        for (T one : choice.getValue().subList(0, Math.min(choice.getValue().size(), MOST))) {
          Map<String, T> with = new LinkedHashMap<>(shorter);
          with.put(choice.getKey(), one);
          longer.add(with);
        }
      }
      all = longer.isEmpty() ? all : longer;
    }
    return all.get(0).isEmpty() ? List.of() : all;
  }

  /** The answer for these versions. */
  public State state() {
    Optional<Boolean> before = has(Move::from);
    Optional<Boolean> after = has(Move::to);
    if (before.equals(Optional.of(false))) {
      return after.equals(Optional.of(false))
          ? State.OUTSIDE
          : unknown(Move::to) ? State.UNKNOWN : up() ? State.CROSSED_UP : State.CROSSED_DOWN;
    }
    return unknown(Move::from) || unknown(Move::to)
        ? State.UNKNOWN
        : after.equals(Optional.of(false)) ? State.HEALED : fresh ? State.NEW : State.TODAY;
  }

  private Optional<Boolean> has(Function<Move, Mention> side) {
    return VersionRange.all(
        lab.faulty().keySet().stream()
            .map(c -> Optional.ofNullable(moves.get(c)).flatMap(m -> has(c, side.apply(m))))
            .toList());
  }

  private Optional<Boolean> has(String component, Mention mention) {
    Faulty faulty = lab.faulty().get(component);
    Optional<Boolean> exact = mention.image() ? Optional.empty() : faulty.has(mention.written());
    return exact.or(() -> faulty.has(mention.version()));
  }

  /** Whether a version that is named cannot be placed. */
  private boolean unknown(Function<Move, Mention> side) {
    return !has(side).equals(Optional.of(false))
        && moves.values().stream().anyMatch(m -> has(m.component(), side.apply(m)).isEmpty());
  }

  private boolean up() {
    return moves.values().stream()
        .filter(m -> !m.from().sameAs(m.to()))
        .allMatch(m -> order(m.component()).compare(m.from().version(), m.to().version()) < 0);
  }

  private VersionOrder order(String component) {
    return lab.faulty().get(component).range().order();
  }

  /** Whether an answer is owed: this can appear with the other side, or that is unknown. */
  boolean open() {
    return state().crosses()
        && state() != State.HEALED
        && (fresh || moves.values().stream().anyMatch(m -> !m.from().sameAs(m.to())));
  }

  /** Whether no other component decides as well. */
  public boolean whole() {
    return moves.keySet().containsAll(lab.faulty().keySet());
  }

  /** The answer in words, with the other components that it needs. */
  public String words() {
    String others =
        lab.faulty().entrySet().stream()
            .filter(e -> !moves.containsKey(e.getKey()))
            .map(e -> e.getKey() + " " + e.getValue().range())
            .collect(Collectors.joining(" and "));
    return state().words()
        + (others.isEmpty() || state() == State.OUTSIDE ? "" : ", if you have " + others);
  }
}
