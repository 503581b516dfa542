package dev.faultlab.image;

import dev.faultlab.docker.ImageException;
import java.util.Locale;
import java.util.Optional;

/**
 * Where the versions of a program are published, as an argument of a role declares it: {@code
 * debian:openjdk-{JDK}-jre-headless}, {@code go:go.k6.io/k6@v{VERSION}}, {@code
 * maven:org.apache.kafka:kafka_2.13:{KAFKA_VERSION}}.
 *
 * @param registry the kind of registry that publishes the list
 * @param before the part of the published name before the version
 * @param after the part after the version
 */
record VersionSource(Registry registry, String before, String after) {

  /** A kind of registry, by the word that a declaration starts with. */
  enum Registry {
    /** Debian's packages, over all suites that images may take packages from. */
    DEBIAN,
    /** The Go module proxy; the module {@code go} is the tool chain itself. */
    GO,
    /** A Maven repository. */
    MAVEN,
    /** The Python package index; {@code ==VERSION.*} means each version that begins so. */
    PYPI,
    /** The npm registry. */
    NPM
  }

  /**
   * @param argument whose value stands in braces
   * @throws ImageException when the text does not have this form
   */
  static VersionSource parse(String argument, String text) {
    String place = "{" + argument + "}";
    for (Registry registry : Registry.values()) {
      String word = registry.name().toLowerCase(Locale.ROOT) + ":";
      int at = text.indexOf(place);
      if (text.startsWith(word) && at > 0) {
        return new VersionSource(
            registry, text.substring(word.length(), at), text.substring(at + place.length()));
      }
    }
    throw new ImageException(
        ("versions of %s: %s is not of the form debian:PACKAGE, go:MODULE@VERSION,"
                + " maven:GROUP:ARTIFACT:VERSION, pypi:PACKAGE==VERSION or npm:PACKAGE@VERSION with %s in it")
            .formatted(argument, text, place));
  }

  /**
   * The library whose versions these are: {@code lib:GROUP:ARTIFACT}, {@code lib:} and a Go module,
   * {@code pypi:NAME} or {@code npm:NAME}; empty for Debian.
   */
  Optional<String> library() {
    String name = before.replaceFirst("(:|@v?|==)$", "");
    return switch (registry) {
      case DEBIAN -> Optional.empty();
      case GO, MAVEN -> Optional.of("lib:" + name);
      case PYPI, NPM -> Optional.of(registry.name().toLowerCase(Locale.ROOT) + ":" + name);
    };
  }

  /** A message that a version is not published. */
  String notPublished(String version) {
    return switch (registry) {
      case DEBIAN -> "no Debian suite has a package " + of(version);
      case GO -> "the Go module proxy has no " + of(version);
      case MAVEN -> "the Maven repository has no " + of(version);
      case PYPI -> "the Python package index has no " + of(version);
      case NPM -> "the npm registry has no " + of(version);
    };
  }

  /** The registry's name for this version: a package, a module with version, an artifact. */
  String of(String version) {
    return before + version + after;
  }
}
