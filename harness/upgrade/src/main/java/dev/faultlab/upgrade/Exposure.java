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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the versions on two sides say about a lab's incident, before anything is started.
 *
 * @param moves axis to its two sides, which are the same where nothing moves
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
    UNKNOWN("unknown: ");

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
      lab.faulty().forEach((axis, faulty) -> own.put(axis, of(faulty.component(), axis, moves)));
      combined(own).forEach(one -> all.add(new Exposure(lab, one, false)));
    }
    return all;
  }

  /** The moves of what decides, each once; without any, those of the axis. */
  private static List<Move> of(String component, String axis, List<Move> moves) {
    Map<List<Object>, Move> each = new LinkedHashMap<>();
    moves.stream()
        .filter(m -> m.component().equals(component))
        .forEach(m -> each.put(List.of(m.from().written(), m.to().written(), m.added()), m));
    return each.isEmpty() && !component.equals(axis)
        ? of(axis, axis, moves)
        : List.copyOf(each.values());
  }

  /**
   * The same, where what is new in a file is so only if the side before had no such answer.
   *
   * @param before what that side names, if it has to be read
   */
  public static List<Exposure> all(List<Lab> labs, List<Move> moves, Supplier<List<Move>> before) {
    List<Exposure> all = all(labs, moves);
    List<Exposure> had =
        all.stream().anyMatch(Exposure::added) ? all(labs, before.get()) : List.of();
    return all.stream()
        .map(
            one ->
                new Exposure(
                    one.lab, one.moves, one.added() && had.stream().noneMatch(one::sameAs)))
        .toList();
  }

  /** One choice for each component that has some, in every combination. */
  public static <T> List<Map<String, T>> combined(Map<String, List<T>> choices) {
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

  private boolean added() {
    return state() != State.OUTSIDE && moves.values().stream().anyMatch(Move::added);
  }

  private boolean sameAs(Exposure before) {
    return before.lab.name().equals(lab.name())
        && before.state() == state()
        && (before.whole() || !whole());
  }

  /** The answer for these versions; components that nothing names are taken to be faulty. */
  public State state() {
    Optional<Boolean> before = has(Move::from);
    Optional<Boolean> after = has(Move::to);
    if (before.isEmpty() || after.isEmpty()) {
      return State.UNKNOWN;
    }
    if (before.get()) {
      return !after.get() ? State.HEALED : fresh ? State.NEW : State.TODAY;
    }
    return !after.get() ? State.OUTSIDE : up() ? State.CROSSED_UP : State.CROSSED_DOWN;
  }

  private Optional<Boolean> has(Function<Move, Mention> side) {
    return VersionRange.all(
        moves.entrySet().stream().map(e -> has(e.getKey(), side.apply(e.getValue()))).toList());
  }

  /** A release of Go bounds the language version, which is never newer. */
  private Optional<Boolean> has(String axis, Mention mention) {
    Faulty faulty = lab.faulty().get(axis);
    return follows(axis, mention)
        ? faulty.range().upTo(mention.exact())
        : faulty.has(mention.exact()).or(() -> faulty.has(mention.version()));
  }

  private boolean follows(String axis, Mention mention) {
    return !lab.faulty().get(axis).component().equals(mention.component());
  }

  /** Why a version cannot be placed. */
  private String why(String axis, Mention mention) {
    Optional<Boolean> newest = lab.faulty().get(axis).newest(mention.exact());
    return follows(axis, mention)
        ? "the go line of go.mod decides"
        : "no single release"
            + newest
                .map(has -> has ? "; the newest %s has it" : "; the newest %s lacks it")
                .orElse("")
                .formatted(mention.exact());
  }

  private boolean up() {
    return moves.entrySet().stream()
        .filter(e -> !e.getValue().stays())
        .allMatch(e -> compared(e.getKey(), e.getValue()) < 0);
  }

  private int compared(String axis, Move move) {
    VersionOrder order = lab.faulty().get(axis).range().order();
    return order.compare(move.from().exact(), move.to().exact());
  }

  /** Whether an answer is owed: this can appear with the other side, or that is unknown. */
  boolean open() {
    return state().crosses() && state() != State.HEALED && (fresh || !moved().isEmpty());
  }

  /** What has another version; a release that bounds the deciding one, only if it crosses. */
  List<Move> moved() {
    return moves.entrySet().stream()
        .filter(e -> moved(e.getKey(), e.getValue().from(), e.getValue().to()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private boolean moved(String axis, Mention from, Mention to) {
    VersionRange range = lab.faulty().get(axis).range();
    return follows(axis, to)
        ? !range.contains(from.exact()).equals(range.contains(to.exact()))
        : !from.exact().equals(to.exact());
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
    String unknown =
        moves.entrySet().stream()
            .flatMap(
                e ->
                    Stream.of(e.getValue().from(), e.getValue().to())
                        .filter(side -> has(e.getKey(), side).isEmpty())
                        .map(side -> why(e.getKey(), side)))
            .findFirst()
            .filter(why -> state() == State.UNKNOWN)
            .orElse("");
    return state().words()
        + unknown
        + (others.isEmpty() || state() == State.OUTSIDE ? "" : ", if you have " + others);
  }
}
