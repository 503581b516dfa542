package dev.faultlab.upgrade;

import dev.faultlab.lab.Faulty;
import dev.faultlab.lab.Lab;
import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.Move;
import dev.faultlab.manifest.Place;
import dev.faultlab.version.VersionRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the versions on two sides say about a lab's incident, before anything is started.
 *
 * @param moves axis to its two sides, which are the same where nothing moves
 * @param builder release of Go that builds a program, if a file but go.mod names one
 * @param today whether the side before has this: {@code TODAY}, {@code NEW} or {@code MAYBE_NEW}
 */
public record Exposure(Lab lab, Map<String, Move> moves, Optional<Move> builder, State today) {
  /** Versions of one component; more come from files that were not written by people. */
  private static final int MAX_VERSIONS = 100;

  /** The answer. */
  public enum State {
    CROSSED_UP("appears on the way up"),
    CROSSED_DOWN("appears on the way down"),
    HEALED("healed by this move"),
    TODAY("you have it today"),
    NEW("new, with the fault"),
    MAYBE_NEW("with the fault, and perhaps new: the base has too many files to tell"),
    NOT_FAULTY("absent on both sides"),
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
      return Set.of(CROSSED_UP, CROSSED_DOWN, HEALED, UNKNOWN).contains(this);
    }
  }

  /** The answers of the labs that declare which versions are faulty. */
  private static List<Exposure> all(List<Lab> labs, List<Move> moves) {
    List<Exposure> exposures = new ArrayList<>();
    for (Lab lab : labs) {
      Map<String, List<Move>> byAxis = new LinkedHashMap<>();
      lab.faulty().forEach((axis, faulty) -> byAxis.put(axis, of(faulty.component(), axis, moves)));
      for (Map<String, Move> one : combinations(byAxis)) {
        Exposure today = new Exposure(lab, one, Optional.empty(), State.TODAY);
        List<Move> builders = today.builders(moves);
        exposures.addAll(
            builders.isEmpty() ? List.of(today) : builders.stream().map(today::builtBy).toList());
      }
    }
    return exposures;
  }

  /**
   * The answers of the labs that declare which versions are faulty. What is new in a file is so
   * only if the side before had no such answer.
   *
   * @param before what that side names; empty if that is unknown
   */
  public static List<Exposure> all(List<Lab> labs, List<Move> moves, Optional<List<Move>> before) {
    List<Exposure> exposedBefore = all(labs, before.orElse(List.of()));
    State newState = before.isPresent() ? State.NEW : State.MAYBE_NEW;
    return all(labs, moves).stream()
        .map(
            exposure ->
                exposure.isNew() && exposedBefore.stream().noneMatch(exposure::sameAs)
                    ? new Exposure(exposure.lab, exposure.moves, exposure.builder, newState)
                    : exposure)
        .toList();
  }

  /** What may build a program whose language version decides, but not in all releases alike. */
  private List<Move> builders(List<Move> moves) {
    return language().isEmpty() || lab.faulty().values().stream().allMatch(f -> f.later().isEmpty())
        ? List.of()
        : of("go", "go", moves.stream().filter(by -> !by.to().place().isGoMod()).toList());
  }

  private Exposure builtBy(Move release) {
    return new Exposure(lab, moves, Optional.of(release), today);
  }

  private Optional<Move> language() {
    return moves.values().stream().filter(m -> m.component().equals("go-language")).findFirst();
  }

  /**
   * The moves of what decides, each once; without any, those of the axis. What exceeds the limit is
   * one more move, of unknown versions.
   */
  private static List<Move> of(String component, String axis, List<Move> moves) {
    Map<List<Object>, Move> each = new LinkedHashMap<>();
    moves.stream()
        .filter(m -> m.component().equals(component))
        .forEach(m -> each.put(List.of(m.from().written(), m.to().written(), m.added()), m));
    if (each.isEmpty() && !component.equals(axis)) {
      return of(axis, axis, moves);
    }
    List<Move> all = new ArrayList<>(each.values());
    if (all.size() > MAX_VERSIONS) {
      Place place = all.get(MAX_VERSIONS).to().place();
      all.subList(MAX_VERSIONS - 1, all.size()).clear();
      Mention from = Mention.of(component, "more-than-100", place);
      all.add(new Move(from, Mention.of(component, "more-than-100-versions", place), false));
    }
    return all;
  }

  /** One choice for each component that has some, in every combination. */
  public static <T> List<Map<String, T>> combinations(Map<String, List<T>> choices) {
    List<Map<String, T>> combinations = List.of(Map.of());
    for (Map.Entry<String, List<T>> choice : choices.entrySet()) {
      List<Map<String, T>> longer = new ArrayList<>();
      for (Map<String, T> shorter : combinations) {
        for (T one :
            choice.getValue().subList(0, Math.min(choice.getValue().size(), MAX_VERSIONS))) {
          Map<String, T> with = new LinkedHashMap<>(shorter);
          with.put(choice.getKey(), one);
          longer.add(with);
        }
      }
      combinations = longer.isEmpty() ? combinations : longer;
    }
    return combinations.get(0).isEmpty() ? List.of() : combinations;
  }

  private boolean isNew() {
    return state() != State.NOT_FAULTY && moves.values().stream().anyMatch(Move::added);
  }

  private boolean sameAs(Exposure before) {
    return before.lab.name().equals(lab.name())
        && before.state() == state()
        && (before.alone() || !alone());
  }

  /** The answer for these versions; components that nothing names are taken to be faulty. */
  public State state() {
    Optional<Boolean> before = has(Move::from);
    Optional<Boolean> after = has(Move::to);
    if (before.isEmpty() || after.isEmpty()) {
      return State.UNKNOWN;
    }
    if (before.get()) {
      return !after.get() ? State.HEALED : today;
    }
    return !after.get() ? State.NOT_FAULTY : isUpgrade() ? State.CROSSED_UP : State.CROSSED_DOWN;
  }

  private Optional<Boolean> has(Function<Move, Mention> side) {
    return VersionRange.allOf(moves.keySet().stream().map(axis -> by(axis, side).has()).toList());
  }

  /** The answer of one component on one side, and why it is none. */
  private record ByVersion(Optional<Boolean> has, String why) {}

  /** A release of Go bounds the language version, which is never newer. */
  private ByVersion by(String axis, Function<Move, Mention> side) {
    Faulty faulty = lab.faulty().get(axis);
    Mention mention = side.apply(moves.get(axis));
    String exact = mention.exact();
    if (follows(axis, mention)) {
      return new ByVersion(faulty.upTo(exact), "the go line of go.mod decides");
    }
    if (faulty.settings().stream().anyMatch(one -> mention.written().contains(" " + one + "="))) {
      return new ByVersion(Optional.empty(), "a godebug line of go.mod decides");
    }
    if (!faulty.component().equals(axis)) {
      return new ByVersion(
          faulty.has(exact, builder.map(side).map(Mention::exact)),
          "the release of Go that builds it decides");
    }
    boolean isOnePackage =
        !mention.image()
            && faulty.range().order().ofPackages()
            && exact.matches("[0-9]+(\\.[0-9]+)?");
    String newest =
        faulty
            .newest(exact)
            .map(has -> "; the newest release of " + exact + (has ? " has it" : " lacks it"))
            .orElse("");
    return new ByVersion(
        faulty
            .has(isOnePackage ? exact + ".0.0" : exact)
            .or(() -> faulty.has(exact))
            .or(() -> faulty.has(mention.version())),
        "no single release" + newest);
  }

  private boolean follows(String axis, Mention mention) {
    return !lab.faulty().get(axis).component().equals(mention.component());
  }

  /** Whether a lab, which builds each release of Go with its own language, gives the answer. */
  public boolean isCertain() {
    return language()
        .filter(by -> state() == State.UNKNOWN || builtBy(by).state() != state())
        .isEmpty();
  }

  private boolean isUpgrade() {
    return moves.entrySet().stream()
        .filter(e -> !e.getValue().isUnchanged())
        .allMatch(e -> compareSides(e.getKey(), e.getValue()) < 0);
  }

  private int compareSides(String axis, Move move) {
    return lab.faulty().get(axis).range().order().compare(move.from().exact(), move.to().exact());
  }

  /** Whether an answer is owed: this can appear with the other side, or that is unknown. */
  boolean isOpen() {
    return !has(Move::from).equals(Optional.of(true))
        && !has(Move::to).equals(Optional.of(false))
        && (today != State.TODAY || !moved().isEmpty());
  }

  /** Changed versions; other components than the deciding one only if the answer differs. */
  List<Move> moved() {
    Stream<Move> deciding =
        moves.entrySet().stream()
            .filter(e -> !follows(e.getKey(), e.getValue().to()) || differs())
            .map(Map.Entry::getValue);
    return Stream.concat(deciding, builder.filter(by -> differs()).stream())
        .filter(move -> !move.isUnchanged())
        .toList();
  }

  private boolean differs() {
    return !has(Move::from).equals(has(Move::to));
  }

  /** Whether no other component decides as well. */
  public boolean alone() {
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
        Stream.<Function<Move, Mention>>of(Move::from, Move::to)
            .filter(side -> has(side).isEmpty())
            .flatMap(side -> moves.keySet().stream().map(axis -> by(axis, side)))
            .filter(answer -> answer.has().isEmpty())
            .map(ByVersion::why)
            .findFirst()
            .orElse("");
    return state().words()
        + unknown
        + (others.isEmpty() || state() == State.NOT_FAULTY ? "" : ", if you have " + others);
  }
}
