package dev.faultlab.upgrade;

import dev.faultlab.command.PlannedRuns;
import dev.faultlab.lab.Faulty;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Release;
import dev.faultlab.manifest.Catalog;
import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.Move;
import dev.faultlab.point.Value;
import dev.faultlab.point.Value.Whole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The questions that the changes of a repository ask. Each lab is asked about everything that
 * changes in it at once; labs with the same components share a question.
 *
 * @param questions to be asked
 * @param understood each change, with the labs that are asked, or why none is
 */
public record RepositoryQuestions(List<Question> questions, Map<Move, String> understood) {
  /** Questions of one change; a run of each takes minutes. */
  public static final int MOST = 12;

  private static final Pattern FLOATING = Pattern.compile("[0-9]+(\\.[0-9]+)?");
  private static final String OWN = "labs build each release of Go with its own language version";
  private static final String UNCROSSED = "crosses no faulty version of a lab";

  /**
   * One question.
   *
   * @param labs that have all of its components
   * @param moves component to the first change of that kind
   */
  public record Question(List<String> labs, Map<String, Answering> moves) {
    /** The form of {@code --from}. */
    public String from() {
      return side(Answering::from);
    }

    /** The form of {@code --to}. */
    public String to() {
      return side(Answering::to);
    }

    private String side(Function<Answering, String> of) {
      return moves.entrySet().stream()
          .map(e -> e.getKey() + "=" + of.apply(e.getValue()))
          .collect(Collectors.joining(","));
    }

    /** The command that asks it. */
    public String command() {
      return "./faultlab upgrade --from %s --to %s --labs %s"
          .formatted(from(), to(), String.join(",", labs));
    }
  }

  /**
   * A change as labs take it.
   *
   * @param from value of the axis
   * @param places all changes of a component from this value to that
   */
  public record Answering(String from, String to, List<Move> places) {}

  /**
   * The questions about these changes.
   *
   * @param moves by the names that labs have for the components; those to the same version are what
   *     stays
   * @param exposures what the faulty versions of labs say already
   * @param chosen whether these are only some of the labs, which are asked whatever they declare
   * @param images whether to ask with the images that the files name
   */
  public static RepositoryQuestions of(
      List<Move> moves, List<Exposure> exposures, List<Lab> labs, boolean chosen, boolean images) {
    Map<Map<String, Answering>, List<String>> questions = new LinkedHashMap<>();
    Map<Move, Set<String>> reasons = new LinkedHashMap<>();
    moves.stream()
        .filter(move -> !move.stays())
        .forEach(move -> reasons.put(move, new LinkedHashSet<>()));
    for (Lab lab : labs) {
      Map<String, List<Answering>> own = new LinkedHashMap<>();
      Components.in(lab)
          .forEach((name, axis) -> own.put(name, changes(lab, axis, images, reasons)));
      for (Map<String, Answering> one : Exposure.combined(own)) {
        if (chosen || crosses(lab, one, exposures)) {
          questions.computeIfAbsent(one, q -> new ArrayList<>()).add(lab.name());
        }
      }
    }
    List<Question> asked =
        questions.entrySet().stream().map(e -> new Question(e.getValue(), e.getKey())).toList();
    Map<Move, Set<String>> labsOf = new LinkedHashMap<>();
    for (Question one : asked) {
      one.moves().values().stream()
          .flatMap(change -> change.places().stream())
          .forEach(move -> labsOf.computeIfAbsent(move, m -> new TreeSet<>()).addAll(one.labs()));
    }
    Map<Move, String> understood = new LinkedHashMap<>();
    labsOf.forEach((move, in) -> understood.put(move, "asked in " + String.join(", ", in)));
    reasons.forEach((move, why) -> understood.putIfAbsent(move, why(move, why, chosen)));
    return new RepositoryQuestions(asked, understood);
  }

  /** The changes that a lab can be asked about; the reasons against others are added. */
  private static List<Answering> changes(
      Lab lab, Parameter axis, boolean images, Map<Move, Set<String>> reasons) {
    Map<List<String>, List<Move>> places = new LinkedHashMap<>();
    reasons.forEach(
        (move, why) -> {
          if (decides(lab, axis.name()).equals(move.component())) {
            List<String> sides = sides(lab, axis, move, images);
            Optional<String> refused = refusal(axis, move, sides);
            why.add(refused.orElse(UNCROSSED));
            if (refused.isEmpty()) {
              places.computeIfAbsent(sides, s -> new ArrayList<>()).add(move);
            }
          }
        });
    return places.entrySet().stream()
        .map(e -> new Answering(e.getKey().get(0), e.getKey().get(1), e.getValue()))
        .toList();
  }

  /** What files call the component that decides in a lab. */
  private static String decides(Lab lab, String axis) {
    Faulty faulty = lab.faulty().get(axis);
    return faulty == null ? axis : faulty.component();
  }

  /** The values of an axis; an exact one if a bound divides its line of releases. */
  private static List<String> sides(Lab lab, Parameter axis, Move move, boolean images) {
    Optional<Faulty> faulty = Optional.ofNullable(lab.faulty().get(axis.name()));
    List<Mention> both = List.of(move.from(), move.to());
    return both.stream()
        .map(
            mention ->
                images && mention.image()
                    ? "image:" + mention.written()
                    : faulty.filter(f -> f.has(mention.version()).isEmpty()).isPresent()
                        ? mention.exact()
                        : mention.version())
        .map(version -> faulty.map(f -> f.value(version)).orElse(version))
        .toList();
  }

  /** Why a lab cannot be asked about a change; empty if it can. */
  private static Optional<String> refusal(Parameter axis, Move move, List<String> sides) {
    if (sides.get(0).equals(sides.get(1))) {
      String asks =
          move.to().image()
              ? "--images asks with the images themselves"
              : "--from %1$s=image:NAME --to %1$s=image:NAME asks with images of the two builds";
      return Optional.of(
          ("labs see %1$s %2$s on both sides; " + asks)
              .formatted(axis.name(), move.to().version()));
    }
    return sides.stream()
        .flatMap(version -> Components.refused(axis, Value.of(version)).stream())
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
  public Optional<String> unasked(Exposure one) {
    List<Move> moved = one.moved();
    boolean asked =
        one.shown()
            && questions.stream()
                .filter(q -> !moved.isEmpty() && q.labs().contains(one.lab().name()))
                .map(q -> q.moves().values().stream().flatMap(a -> a.places().stream()).toList())
                .anyMatch(places -> places.containsAll(moved));
    return asked || !one.open()
        ? Optional.empty()
        : Components.in(one.lab()).values().stream()
            .flatMap(axis -> refusals(one.lab(), axis, moved))
            .findFirst()
            .filter(why -> one.shown())
            .or(
                () ->
                    Optional.of(
                        one.shown()
                            ? "no question has these versions; --from and --to ask one"
                            : OWN));
  }

  private static Stream<String> refusals(Lab lab, Parameter axis, List<Move> moved) {
    return moved.stream()
        .filter(move -> decides(lab, axis.name()).equals(move.component()))
        .flatMap(move -> refusal(axis, move, sides(lab, axis, move, false)).stream());
  }

  /** Whether a run can show something that the faulty versions of the lab do not say already. */
  private static boolean crosses(
      Lab lab, Map<String, Answering> changes, List<Exposure> exposures) {
    return !lab.faulty().keySet().containsAll(changes.keySet())
        || exposures.stream()
            .filter(one -> one.lab().equals(lab) && one.state().crosses() && one.shown())
            .map(one -> one.moves().values())
            .anyMatch(
                all ->
                    changes.values().stream()
                        .allMatch(change -> change.places().stream().anyMatch(all::contains)));
  }

  /**
   * A version such as {@code 1.26} of an image whose tag moves: the newest release of that line. A
   * component whose labs take such lines themselves, such as a JDK, keeps it; so does a package of
   * PyPI, where 4.5 is 4.5.0.
   *
   * @param labs that may have the component
   */
  public static String exact(String component, String version, List<Lab> labs, PlannedRuns runs) {
    Optional<Parameter> axis =
        Components.axes(component, labs).stream()
            .filter(a -> FLOATING.matcher(version).matches())
            .filter(
                a ->
                    version.contains(".")
                        || a.defaults().stream().noneMatch(Whole.class::isInstance))
            .findFirst();
    List<String> releases =
        axis
            .flatMap(Parameter::binding)
            .filter(
                binding ->
                    runs.images().library(binding.requirement()).stream()
                        .noneMatch(name -> name.startsWith("pypi:")))
            .map(binding -> runs.images().releases(binding.requirement()))
            .orElse(List.of())
            .stream()
            .map(Release::version)
            .toList();
    return releases.contains(version)
        ? version
        : releases.stream()
            .filter(release -> release.startsWith(version + "."))
            .reduce((older, newer) -> newer)
            .orElse(version);
  }
}
