package dev.faultlab.signature;

import dev.faultlab.effect.Bound;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
import dev.faultlab.seen.State;
import dev.faultlab.text.Suggestion;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Every kind of signature on the class path. */
public final class Signatures {
  /** Words of a declaration that are not inputs. */
  private static final String KIND = "kind";

  private static final String TITLE = "title";

  private final Map<String, Signature> byKind = new TreeMap<>();

  public Signatures() {
    ServiceLoader.load(Signature.class, Signature.class.getClassLoader())
        .forEach(kind -> byKind.put(kind.kind(), kind));
  }

  public Optional<Signature> find(String kind) {
    return Optional.ofNullable(byKind.get(kind));
  }

  /** All kinds, by name. */
  public Collection<Signature> all() {
    return List.copyOf(byKind.values());
  }

  /**
   * Ids of the facts that decided an observation. A result does not record the kind of a lab's
   * signature; its facts identify it.
   *
   * @return empty if nothing was decided, or no known kind has these facts
   */
  public Set<String> decidedBy(Observation seen) {
    return kind(seen).map(kind -> ids(kind.decidedBy(seen))).orElse(Set.of());
  }

  /**
   * How much an absence excludes; empty unless the fault is absent in every trial. The exposure is
   * read from the facts that are stored; a result from before a kind counted it has none.
   */
  public Optional<Bound> bound(List<Observation> trials) {
    if (trials.isEmpty() || trials.stream().anyMatch(seen -> seen.state() != State.ABSENT)) {
      return Optional.empty();
    }
    List<Long> counted =
        trials.stream()
            .flatMap(seen -> kind(seen).flatMap(kind -> kind.exposure(seen)).stream())
            .toList();
    Optional<Long> exposed = counted.stream().reduce(Long::sum);
    return Optional.of(
        Bound.absent(trials.size(), exposed.filter(sum -> counted.size() == trials.size())));
  }

  private Optional<Signature> kind(Observation seen) {
    if (seen.state() == State.UNKNOWN || seen.facts().isEmpty()) {
      return Optional.empty();
    }
    Set<String> ids = seen.facts().stream().map(Fact::id).collect(Collectors.toSet());
    List<Signature> kinds =
        byKind.values().stream().filter(kind -> ids(kind.facts()).containsAll(ids)).toList();
    return kinds.size() == 1 ? Optional.of(kinds.get(0)) : Optional.empty();
  }

  private static Set<String> ids(List<FactSpec> facts) {
    return facts.stream().map(FactSpec::id).collect(Collectors.toSet());
  }

  /**
   * The signature that an entry of {@code signatures:} in lab.yaml declares.
   *
   * @param id the entry's name, and its kind if it names none
   * @param entry {@code kind} and {@code title} if given, and the inputs
   * @throws IllegalArgumentException when there is no such kind, with the known kinds
   */
  public DeclaredSignature declared(String id, Map<String, String> entry) {
    Map<String, String> inputs = new HashMap<>(entry);
    String kind = Optional.ofNullable(inputs.remove(KIND)).orElse(id);
    Optional<String> title = Optional.ofNullable(inputs.remove(TITLE));
    Signature found = byKind.get(kind);
    if (found == null) {
      throw new IllegalArgumentException(
          "signature '%s': no kind '%s'%s"
              .formatted(id, kind, Suggestion.hint(kind, byKind.keySet())));
    }
    return new DeclaredSignature(id, found, title.orElseGet(found::title), inputs);
  }
}
