package dev.faultlab.version;

import io.github.nscuro.versatile.VersionFactory;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How an ecosystem orders its versions; {@code pairs.csv} compares each with its own tool. */
public enum VersionOrder {
  DEB("deb", text -> text),
  RPM("rpm", text -> text),
  NPM("npm", text -> text),
  MAVEN("maven", text -> text),
  /** Modules of Go, whose versions a lab may name without their {@code v}. */
  GOLANG("golang", text -> text.replaceFirst("^(?=[0-9])", "v")),
  PYPI("deb", PythonVersion::debian),
  /** Releases of Go: {@code 1.26rc1} comes before {@code 1.26.0}. */
  GO("golang", VersionOrder::go),
  /** As the JDK itself orders what {@code java -version} prints, by its release and update. */
  JDK("deb", VersionOrder::jdk);

  private static final Pattern GO_RELEASE =
      Pattern.compile("(?:go)?(\\d+\\.\\d+)(\\.\\d+)?(?:(rc|beta)(\\d+))?.*");
  private static final Pattern JDK_UPDATE = Pattern.compile("^(?:1\\.)?([1-8])(?:\\.0)?[u_](\\d+)");
  private static final Pattern JDK_RELEASE =
      Pattern.compile("(?:1\\.(?=[1-8]\\b))?([1-9]\\d*(?:\\.\\d+)*).*");

  private final String scheme;
  private final UnaryOperator<String> form;

  /**
   * @param form of a version in that scheme
   */
  VersionOrder(String scheme, UnaryOperator<String> form) {
    this.scheme = scheme;
    this.form = form;
  }

  /**
   * The order of two versions.
   *
   * @throws IllegalArgumentException when one is no version of this ecosystem
   */
  public int compare(String one, String other) {
    try {
      return VersionFactory.forScheme(scheme, form.apply(one))
          .compareTo(VersionFactory.forScheme(scheme, form.apply(other)));
    } catch (RuntimeException e) {
      String which = name().toLowerCase(Locale.ROOT);
      throw new IllegalArgumentException(
          "%s or %s is no %s version".formatted(one, other, which), e);
    }
  }

  /** Whether versions are of packages: {@code 4.5} is one release, and no line of them. */
  public boolean ofPackages() {
    return this == MAVEN || this == GOLANG || this == PYPI;
  }

  private static String go(String text) {
    Matcher release = match(GO_RELEASE, text);
    String patch = release.group(2) == null ? ".0" : release.group(2);
    String pre = release.group(3) == null ? "" : "-" + release.group(3) + "." + release.group(4);
    return "v" + release.group(1) + patch + pre;
  }

  /**
   * A patch that ends in zero is the same release: 21.0 and 21; 8u292 and 1.8.0_292 are 8.0.292.
   */
  private static String jdk(String text) {
    String dotted = JDK_UPDATE.matcher(text).replaceFirst("$1.0.$2");
    return match(JDK_RELEASE, dotted).group(1).replaceFirst("(\\.0)+$", "");
  }

  private static Matcher match(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    return matcher;
  }
}
