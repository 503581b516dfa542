package dev.faultlab.upgrade;

import static java.util.stream.Collectors.toSet;

import dev.faultlab.command.PlannedRuns;
import dev.faultlab.lab.Binding;
import dev.faultlab.lab.Faulty;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Release;
import dev.faultlab.manifest.Catalog;
import dev.faultlab.manifest.Move;
import dev.faultlab.point.Value;
import dev.faultlab.point.Value.Int;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The questions that the changes of a repository ask. Each lab is asked about everything that
 * changes in it at once; labs with the same components share a question.
 *
 * @param questions to be asked
 * @param understood each change, with the labs that are asked, or why none is
 * @param images which components of labs can be images that a person names
 */
public record RepositoryQuestions(
    List<Question> questions, Map<Move, String> understood, Predicate<Parameter> images) {
  /** Limit for one change, because the run of a question takes minutes. */
  public static final int MAX_QUESTIONS = 12;

  private static final Pattern FLOATING = Pattern.compile("[0-9]+(\\.[0-9]+)?");
  private static final String UNCROSSED = "crosses no faulty version of a lab";

  /**
   * One question.
   *
   * @param labs that have all of its components
   * @param moves component to the first change of that kind
   */
  public record Question(List<String> labs, Map<String, AxisChange> moves) {
    /**
     * The form of {@code --from}.
     *
     * @param exact maps a component and its version to the exact version to ask with
     */
    public String from(BinaryOperator<String> exact) {
      return side(AxisChange::from, exact);
    }

    /** The form of {@code --to}. */
    public String to(BinaryOperator<String> exact) {
      return side(AxisChange::to, exact);
    }

    /** All changes that it asks about. */
    Set<Move> places() {
      return moves.values().stream().flatMap(change -> change.places().stream()).collect(toSet());
    }

    private String side(Function<AxisChange, String> version, BinaryOperator<String> exact) {
      return moves.entrySet().stream()
          .map(e -> e.getKey() + "=" + exact.apply(e.getKey(), version.apply(e.getValue())))
          .collect(Collectors.joining(","));
    }

    /** The command that asks it. */
    public String command() {
      BinaryOperator<String> unchanged = (component, version) -> version;
      return "./faultlab upgrade --from %s --to %s --labs %s"
          .formatted(from(unchanged), to(unchanged), String.join(",", labs));
    }
  }

  /**
   * A change as labs take it.
   *
   * @param from value of the axis
   * @param places all changes of a component from this value to that
   */
  public record AxisChange(String from, String to, List<Move> places) {}

  /**
   * The questions about these changes.
   *
   * @param moves by the names that labs have for the components; those to the same version are what
   *     stays
   * @param exposures what the faulty versions of labs say already
   * @param chosen whether these are only some of the labs, which are asked regardless of what they
   *     declare
   * @param images which components of labs can be images that a person names
   * @param asImages whether to ask with those that the files name
   */
  public static RepositoryQuestions of(
      List<Move> moves,
      List<Exposure> exposures,
      List<Lab> labs,
      boolean chosen,
      Predicate<Parameter> images,
      boolean asImages) {
    Map<Map<String, AxisChange>, List<String>> questions = new LinkedHashMap<>();
    Map<Move, Set<String>> reasons = new LinkedHashMap<>();
    moves.stream()
        .filter(move -> !move.isUnchanged())
        .forEach(move -> reasons.put(move, new LinkedHashSet<>()));
    RepositoryQuestions empty = new RepositoryQuestions(List.of(), Map.of(), images);
    for (Lab lab : labs) {
      Map<String, List<AxisChange>> byAxis = new LinkedHashMap<>();
      Components.of(lab)
          .forEach((name, axis) -> byAxis.put(name, empty.changes(lab, axis, asImages, reasons)));
      for (Map<String, AxisChange> one : Exposure.combinations(byAxis)) {
        if (chosen || crosses(lab, one, exposures)) {
          questions.computeIfAbsent(one, q -> new ArrayList<>()).add(lab.name());
        }
      }
    }
    List<Question> asked =
        questions.entrySet().stream().map(e -> new Question(e.getValue(), e.getKey())).toList();
    Map<Move, Set<String>> labsOf = new HashMap<>();
    for (Question q : asked) {
      q.places().forEach(m -> labsOf.computeIfAbsent(m, k -> new TreeSet<>()).addAll(q.labs()));
    }
    Map<Move, String> understood = new LinkedHashMap<>();
    reasons.forEach((move, why) -> understood.put(move, why(move, why, chosen)));
    labsOf.forEach((move, names) -> understood.put(move, "asked in " + String.join(", ", names)));
    return new RepositoryQuestions(asked, understood, images);
  }

  /** The changes that a lab can be asked about; the reasons against others are added. */
  private List<AxisChange> changes(
      Lab lab, Parameter axis, boolean asImages, Map<Move, Set<String>> reasons) {
    Map<List<String>, List<Move>> places = new LinkedHashMap<>();
    reasons.forEach(
        (move, why) -> {
          if (decidingComponent(lab, axis.name()).equals(move.component())) {
            List<String> sides = sides(lab, axis, move, asImages);
            Optional<String> refused = refusal(axis, move, sides);
            why.add(refused.orElse(UNCROSSED));
            if (refused.isEmpty()) {
              places.computeIfAbsent(sides, s -> new ArrayList<>()).add(move);
            }
          }
        });
    return places.entrySet().stream()
        .map(e -> new AxisChange(e.getKey().get(0), e.getKey().get(1), e.getValue()))
        .toList();
  }

  /** What files call the component that decides in a lab. */
  private static String decidingComponent(Lab lab, String axis) {
    Faulty faulty = lab.faulty().get(axis);
    return faulty == null ? axis : faulty.component();
  }

  /** The values of an axis; an exact one if a bound divides its line of releases. */
  private List<String> sides(Lab lab, Parameter axis, Move move, boolean asImages) {
    Optional<Faulty> faulty = Optional.ofNullable(lab.faulty().get(axis.name()));
    return Stream.of(move.from(), move.to())
        .map(
            mention ->
                asImages && mention.image() && images.test(axis)
                    ? "image:" + mention.written()
                    : faulty.filter(f -> f.has(mention.version()).isEmpty()).isPresent()
                        ? mention.exact()
                        : mention.version())
        .map(version -> faulty.map(f -> f.value(version)).orElse(version))
        .toList();
  }

  /** Why a lab cannot be asked about a change; empty if it can. */
  private Optional<String> refusal(Parameter axis, Move move, List<String> sides) {
    if (sides.get(0).equals(sides.get(1))) {
      String advice =
          !images.test(axis)
              ? "they run no image that you name"
              : move.to().image()
                  ? "--images asks with the images themselves"
                  : "--from %1$s=image:NAME --to %1$s=image:NAME asks with images of the two builds";
      return Optional.of(
          ("labs see %1$s %2$s on both sides; " + advice)
              .formatted(axis.name(), move.to().version()));
    }
    return sides.stream()
        .flatMap(version -> Components.refusal(axis, Value.of(version)).stream())
        .findFirst();
  }

  /** That a lab can run it counts more than that others cannot. */
  private static String why(Move move, Set<String> reasons, boolean chosen) {
    String why =
        reasons.contains(UNCROSSED)
            ? UNCROSSED
            : !reasons.isEmpty()
                ? String.join("; ", reasons)
                : Catalog.checked(move.component())
                    ? "no lab asks about it, but a check of your service does: ./faultlab check"
                    : "no lab asks about it";
    return why + (chosen ? " (of the labs that --labs names)" : "");
  }

  /** Why no question answers what these versions leave open; empty if one does, or none is owed. */
  public Optional<String> whyNotAsked(Exposure exposure) {
    // If the answer is certain, a question about the language version needs no builder.
    List<Move> moved = exposure.moved().stream().filter(exposure.moves()::containsValue).toList();
    boolean isAsked =
        exposure.isCertain()
            && !moved.isEmpty()
            && questions.stream()
                .anyMatch(
                    q -> q.labs().contains(exposure.lab().name()) && q.places().containsAll(moved));
    return isAsked || !exposure.isOpen()
        ? Optional.empty()
        : exposure.isCertain()
            ? Components.of(exposure.lab()).values().stream()
                .flatMap(axis -> refusals(exposure.lab(), axis, moved))
                .findFirst()
                .or(() -> Optional.of("no question has these versions; --from and --to ask one"))
            : Optional.of("labs build each release of Go with its own language version");
  }

  private Stream<String> refusals(Lab lab, Parameter axis, List<Move> moved) {
    return moved.stream()
        .filter(move -> decidingComponent(lab, axis.name()).equals(move.component()))
        .flatMap(move -> refusal(axis, move, sides(lab, axis, move, false)).stream());
  }

  /** Whether a run can show something that the faulty versions of the lab do not say already. */
  private static boolean crosses(
      Lab lab, Map<String, AxisChange> changes, List<Exposure> exposures) {
    return !lab.faulty().keySet().containsAll(changes.keySet())
        || exposures.stream()
            .filter(each -> each.lab().equals(lab) && each.state().crosses() && each.isCertain())
            .map(exposure -> exposure.moves().values())
            .anyMatch(
                moves ->
                    changes.values().stream()
                        .allMatch(change -> change.places().stream().anyMatch(moves::contains)));
  }

  /**
   * A version such as {@code 1.26} of an image whose tag moves: the newest release of that line. A
   * component whose labs take such lines themselves, such as a JDK, keeps it; so does a package of
   * PyPI, where 4.5 is 4.5.0.
   *
   * @param labs that may have the component
   */
  public static String exact(String component, String version, List<Lab> labs, PlannedRuns runs) {
    List<String> releases =
        Components.axes(component, labs).stream()
            .filter(
                a ->
                    FLOATING.matcher(version).matches()
                        && (version.contains(".")
                            || a.defaults().stream().noneMatch(Int.class::isInstance)))
            .findFirst()
            .flatMap(Parameter::binding)
            .map(Binding::requirement)
            .filter(
                image ->
                    runs.images().library(image).stream().noneMatch(n -> n.startsWith("pypi:")))
            .map(image -> runs.images().releases(image).stream().map(Release::version).toList())
            .orElse(List.of());
    return releases.contains(version)
        ? version
        : releases.stream()
            .filter(release -> release.startsWith(version + "."))
            .reduce((older, newer) -> newer)
            .orElse(version);
  }
}
