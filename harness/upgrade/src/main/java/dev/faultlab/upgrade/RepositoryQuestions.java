package dev.faultlab.upgrade;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Release;
import dev.faultlab.manifest.Catalog;
import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.Move;
import dev.faultlab.point.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The questions that the changes of a repository ask. Each lab is asked about everything that
 * changes in it at once; labs with the same components share a question.
 *
 * @param questions to be asked
 * @param notAsked changes that no lab is asked about, with the reason
 */
public record RepositoryQuestions(List<Question> questions, List<NotAsked> notAsked) {
  /** Questions of one change; a run of each takes minutes. */
  public static final int MOST = 12;

  private static final Pattern FLOATING = Pattern.compile("[0-9]+\\.[0-9]+");

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

  /** A change that is not asked about. */
  public record NotAsked(Move move, String why) {}

  /**
   * The questions about these changes.
   *
   * @param moves by the names that labs have for the components; those to the same version, which
   *     an SBOM knows, are what stays
   * @param chosen whether these are only some of the labs, which are asked whatever they declare
   * @param images whether to ask with the images that the files name
   */
  public static RepositoryQuestions of(
      List<Move> moves, List<Lab> labs, boolean chosen, boolean images) {
    Map<List<String>, List<Move>> places = new LinkedHashMap<>();
    List<NotAsked> notAsked = new ArrayList<>();
    Map<Boolean, List<Move>> same =
        moves.stream().collect(Collectors.partitioningBy(m -> m.from().sameAs(m.to())));
    for (Move move : same.get(false)) {
      Optional<String> why = refusal(move, labs, images);
      if (why.isPresent()) {
        String whole = why.get() + (chosen ? " (of the labs that --labs names)" : "");
        notAsked.add(new NotAsked(move, whole));
      } else {
        String from = named(value(move.from(), images), move.component(), labs);
        String to = named(value(move.to(), images), move.component(), labs);
        places
            .computeIfAbsent(List.of(move.component(), from, to), p -> new ArrayList<>())
            .add(move);
      }
    }
    Map<String, List<Answering>> changes = new LinkedHashMap<>();
    places.forEach(
        (change, there) ->
            changes
                .computeIfAbsent(change.get(0), c -> new ArrayList<>())
                .add(new Answering(change.get(1), change.get(2), there)));
    Map<Map<String, Answering>, List<String>> questions = new LinkedHashMap<>();
    for (Lab lab : labs) {
      for (Map<String, Answering> one : combined(lab, changes)) {
        if (chosen || crosses(lab, one, same.get(true))) {
          questions.computeIfAbsent(one, q -> new ArrayList<>()).add(lab.name());
        }
      }
    }
    changes.forEach(
        (component, all) ->
            all.stream()
                .filter(
                    one -> questions.keySet().stream().noneMatch(q -> one.equals(q.get(component))))
                .flatMap(one -> one.places().stream())
                .map(move -> new NotAsked(move, "crosses no faulty version of a lab"))
                .forEach(notAsked::add));
    return new RepositoryQuestions(
        questions.entrySet().stream().map(e -> new Question(e.getValue(), e.getKey())).toList(),
        notAsked);
  }

  /** Why no question answers what these versions leave open; empty if one does, or none is owed. */
  public Optional<String> unasked(Exposure one) {
    List<Move> moved = one.moves().values().stream().filter(m -> !m.from().sameAs(m.to())).toList();
    boolean asked =
        questions.stream()
            .filter(q -> !moved.isEmpty() && q.labs().contains(one.lab().name()))
            .map(q -> q.moves().values().stream().flatMap(a -> a.places().stream()).toList())
            .anyMatch(places -> places.containsAll(moved));
    return asked || !one.open()
        ? Optional.empty()
        : moved.stream()
            .flatMap(move -> refusal(move, List.of(one.lab()), false).stream())
            .findFirst()
            .or(() -> Optional.of("no question has these versions"));
  }

  /** Whether a run can show something that the faulty versions of the lab do not say already. */
  private static boolean crosses(Lab lab, Map<String, Answering> changes, List<Move> kept) {
    List<Move> all = new ArrayList<>();
    changes.values().forEach(one -> all.add(one.places().get(0)));
    kept.stream().filter(m -> !changes.containsKey(m.component())).forEach(all::add);
    return !lab.faulty().keySet().containsAll(changes.keySet())
        || Exposure.all(List.of(lab), all).stream().anyMatch(one -> one.state().crosses());
  }

  private static String value(Mention mention, boolean images) {
    return images && mention.image() ? "image:" + mention.written() : mention.version();
  }

  /** The value that labs have for a version, such as a Debian suite. */
  private static String named(String version, String component, List<Lab> labs) {
    return labs.stream()
        .flatMap(lab -> Optional.ofNullable(lab.faulty().get(component)).stream())
        .map(faulty -> faulty.value(version))
        .findFirst()
        .orElse(version);
  }

  /** Why no lab can be asked about a change; empty if one can. */
  private static Optional<String> refusal(Move move, List<Lab> labs, boolean images) {
    List<Parameter> axes = Components.axes(move.component(), labs);
    if (axes.isEmpty()) {
      return Optional.of(
          Catalog.checked(move.component())
              ? "no lab asks about it, but a check of your service does: ./faultlab check"
              : "no lab asks about it");
    }
    String from = value(move.from(), images);
    String to = value(move.to(), images);
    if (from.equals(to)) {
      String asks =
          move.to().image()
              ? "--images asks with the images themselves"
              : "--from %1$s=image:NAME --to %1$s=image:NAME asks with images of the two builds";
      return Optional.of(
          ("labs see %1$s %2$s on both sides; " + asks).formatted(move.component(), to));
    }
    Set<String> refused = new LinkedHashSet<>();
    for (Parameter axis : axes) {
      Optional<String> why = refusal(axis, from, to);
      if (why.isEmpty()) {
        return Optional.empty();
      }
      refused.add(why.get());
    }
    return Optional.of(String.join("; ", refused));
  }

  private static Optional<String> refusal(Parameter axis, String from, String to) {
    return Stream.of(from, to)
        .flatMap(version -> Components.refused(axis, Value.of(version)).stream())
        .findFirst();
  }

  /** Every combination of the changes that a lab has axes for. */
  private static List<Map<String, Answering>> combined(
      Lab lab, Map<String, List<Answering>> changes) {
    Map<String, List<Answering>> own = new LinkedHashMap<>();
    Components.in(lab)
        .forEach(
            (component, axis) ->
                own.put(
                    component,
                    changes.getOrDefault(component, List.of()).stream()
                        .filter(one -> refusal(axis, one.from(), one.to()).isEmpty())
                        .toList()));
    return Exposure.combined(own);
  }

  /**
   * A version such as {@code 1.26} of an image whose tag moves: the newest release of that line.
   *
   * @param labs that may have the component
   */
  public static String exact(String component, String version, List<Lab> labs, PlannedRuns runs) {
    if (!FLOATING.matcher(version).matches()) {
      return version;
    }
    List<String> releases =
        Components.axes(component, labs).stream()
            .findFirst()
            .flatMap(Parameter::binding)
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
