package dev.faultlab.version;

import io.github.nscuro.versatile.VersionFactory;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How an ecosystem orders its versions; {@code pairs.csv} compares each with its own tool. */
public enum VersionOrder {
  DEB(text -> VersionFactory.forScheme("deb", text)),
  RPM(text -> VersionFactory.forScheme("rpm", text)),
  NPM(text -> VersionFactory.forScheme("npm", text)),
  MAVEN(text -> VersionFactory.forScheme("maven", text)),
  GOLANG(text -> VersionFactory.forScheme("golang", text)),
  PYPI(PythonVersion::parse),
  /** Releases of Go: {@code 1.26rc1} comes before {@code 1.26.0}. */
  GO(VersionOrder::go),
  /** As the JDK itself orders what {@code java -version} prints, by its release and update. */
  JDK(VersionOrder::jdk);

  private static final Pattern GO_RELEASE =
      Pattern.compile("(?:go)?(\\d+\\.\\d+)(\\.\\d+)?(?:(rc|beta)(\\d+))?.*");
  private static final Pattern JDK_UPDATE = Pattern.compile("^(?:1\\.)?([1-8])(?:\\.0)?[u_](\\d+)");
  private static final Pattern JDK_RELEASE =
      Pattern.compile("(?:1\\.(?=[1-8]\\b))?([1-9]\\d*(?:\\.\\d+)*).*");

  private final Function<String, Comparable<?>> parse;

  VersionOrder(Function<String, Comparable<?>> parse) {
    this.parse = parse;
  }

  /**
   * The order of two versions.
   *
   * @throws IllegalArgumentException when one is no version of this ecosystem
   */
  @SuppressWarnings("unchecked")
  public int compare(String one, String other) {
    try {
      return ((Comparable<Object>) parse.apply(one)).compareTo(parse.apply(other));
    } catch (RuntimeException e) {
      String which = name().toLowerCase(java.util.Locale.ROOT);
      throw new IllegalArgumentException(
          "%s or %s is no %s version".formatted(one, other, which), e);
    }
  }

  private static Comparable<?> go(String text) {
    Matcher release = matched(GO_RELEASE, text);
    String patch = release.group(2) == null ? ".0" : release.group(2);
    String pre = release.group(3) == null ? "" : "-" + release.group(3) + "." + release.group(4);
    return GOLANG.parse.apply("v" + release.group(1) + patch + pre);
  }

  /**
   * A patch that ends in zero is the same release: 21.0 and 21; 8u292 and 1.8.0_292 are 8.0.292.
   */
  private static Comparable<?> jdk(String text) {
    String dotted = JDK_UPDATE.matcher(text).replaceFirst("$1.0.$2");
    return Runtime.Version.parse(
        matched(JDK_RELEASE, dotted).group(1).replaceFirst("(\\.0)+$", ""));
  }

  private static Matcher matched(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    return matcher;
  }
}
