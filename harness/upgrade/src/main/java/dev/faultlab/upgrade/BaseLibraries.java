package dev.faultlab.upgrade;

import dev.faultlab.lab.Requirement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The packages that both images of a component have in different versions: a JDK from another suite
 * of Debian brings another C library.
 *
 * @param packages image to its packages and versions; empty if unknown
 */
public record BaseLibraries(Function<Requirement, Map<String, String>> packages) {
  private static final int LIMIT = 4;

  /** One for each candidate and image with different packages. */
  public List<Difference> of(Upgrade upgrade, Scope scope) {
    List<Difference> found = new ArrayList<>();
    for (int candidate = 0; candidate < upgrade.to().size(); candidate++) {
      Map<String, Requirement> before = new TreeMap<>();
      Map<String, Requirement> after = new TreeMap<>();
      scope.before(candidate).forEach(point -> before.putAll(scope.images(point)));
      scope.after(candidate).forEach(point -> after.putAll(scope.images(point)));
      for (Map.Entry<String, Requirement> old : before.entrySet()) {
        Requirement now = after.getOrDefault(old.getKey(), old.getValue());
        if (!now.equals(old.getValue())) {
          difference(scope, candidate, old.getKey(), old.getValue(), now).ifPresent(found::add);
        }
      }
    }
    return found;
  }

  private Optional<Difference> difference(
      Scope scope, int candidate, String variable, Requirement old, Requirement now) {
    Map<String, String> before = packages.apply(old);
    Map<String, String> after = packages.apply(now);
    Comparator<String> libraries =
        Comparator.comparing((String name) -> !name.equals("libc6"))
            .thenComparing(name -> !name.startsWith("lib"))
            .thenComparing(Comparator.naturalOrder());
    List<String> changed = new ArrayList<>(before.keySet());
    changed.removeIf(name -> after.getOrDefault(name, before.get(name)).equals(before.get(name)));
    changed.sort(libraries);
    String lab = scope.lab().name();
    String from = joined(changed, before);
    String to = joined(changed, after);
    return Optional.of(new Difference(lab, candidate, "packages in " + variable, from, to, false))
        .filter(difference -> !changed.isEmpty());
  }

  private static String joined(List<String> names, Map<String, String> versions) {
    String first =
        names.stream()
            .limit(LIMIT)
            .map(name -> name + " " + versions.get(name))
            .collect(Collectors.joining(", "));
    return names.size() > LIMIT ? first + " and " + (names.size() - LIMIT) + " more" : first;
  }
}
