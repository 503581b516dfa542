package dev.faultlab.image;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.text.Suggestion;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A role with all of its arguments: what is asked of the resolver. The value of an argument is a
 * version, {@code newest}, or {@code image:NAME} for an image that takes the place of any version.
 *
 * @param args every argument of the role, defaults filled in, sorted by name
 */
public record ImageRequest(Role role, Map<String, String> args) {
  /**
   * A placeholder for the newest release; {@link ImageResolver#exact} replaces it with that
   * version.
   */
  public static final String NEWEST = "newest";

  private static final String IMAGE = "image:";

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Z0-9_]+)}");

  /** What a tag may hold, so that an argument can be part of an image name and of a command. */
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]{0,63}");

  /** A Go module where the default is one, or a package of an organisation at npm. */
  private static final Pattern MODULE = Pattern.compile("@?\\w[\\w.~-]*(/[\\w.~-]+)*");

  /** {@code [HOST[:PORT]/]PATH[:TAG][@sha256:DIGEST]}, as the engine reads it. */
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?:[A-Za-z0-9][A-Za-z0-9.-]*(?::\\d{1,5})?/)?"
              + "[a-z0-9]+(?:(?:[._/]|__|-+)[a-z0-9]+)*"
              + "(?::[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?(?:@sha256:[0-9a-f]{64})?");

  public ImageRequest {
    args = new TreeMap<>(args);
  }

  /**
   * @throws NoSuchImageException for an argument that the role does not have, or an odd value
   */
  static ImageRequest of(Role role, Map<String, String> given) {
    Map<String, String> args = new TreeMap<>(role.args());
    given.forEach(
        (name, value) -> {
          if (!role.args().containsKey(name)) {
            throw new NoSuchImageException(
                "the role %s has no argument %s%s"
                    .formatted(
                        role.name(),
                        name,
                        Suggestion.hint(name, new TreeMap<>(role.args()).keySet())));
          }
          if (!isValid(value, role.args().get(name))) {
            throw new NoSuchImageException(
                "%s=%s of the role %s: a version, %s or image:NAME was expected"
                    .formatted(name, value, role.name(), NEWEST));
          }
          args.put(name, value);
        });
    return new ImageRequest(role, args);
  }

  /**
   * If the default begins with a digit, as a release does, each version must begin with one too.
   */
  private static boolean isValid(String value, String standard) {
    boolean isRelease = Character.isDigit(standard.charAt(0)) && !value.equals(NEWEST);
    return namesImage(value)
        || (standard.contains("/") || !isRelease && value.startsWith("@"))
            && MODULE.matcher(value).matches()
        || VERSION.matcher(value).matches() && (!isRelease || Character.isDigit(value.charAt(0)));
  }

  /** The role name and arguments from which {@link Roles#request} makes this request. */
  public Requirement.Image requirement() {
    return new Requirement.Image(role.name(), args);
  }

  /**
   * The image that this one is built from. An argument that both roles have, such as a program's
   * version, has the same value in both.
   */
  ImageRequest parent(Role parent) {
    Map<String, String> shared = new TreeMap<>(args);
    shared.keySet().retainAll(parent.args().keySet());
    return of(parent, shared);
  }

  ImageRequest with(String argument, String value) {
    Map<String, String> changed = new TreeMap<>(args);
    changed.put(argument, value);
    return new ImageRequest(role, changed);
  }

  /**
   * The arguments that select a version; only these are passed to a recipe and count in its key.
   */
  Map<String, String> buildArguments() {
    Map<String, String> arguments = new TreeMap<>(args);
    arguments.values().removeIf(ImageRequest::namesImage);
    return arguments;
  }

  /** The image that was named to fill this very role. */
  Optional<String> named() {
    return args.entrySet().stream()
        .filter(arg -> namesImage(arg.getValue()) && role.isPulledBy(arg.getKey()))
        .map(arg -> arg.getValue().substring(IMAGE.length()))
        .findFirst();
  }

  /** Where the versions of an argument are published, which the role has. */
  VersionSource source(String argument) {
    String published = role.versions().get(argument);
    return VersionSource.parse(argument, with(argument, "{" + argument + "}").fill(published));
  }

  /** The variable of compose.yaml that names this image; a named image has none of its own. */
  public Optional<String> variable() {
    return role.variable()
        .filter(template -> named().isEmpty())
        .map(template -> fill(template).replaceAll("[^A-Za-z0-9_]", "_"));
  }

  /** The image to pull. */
  public Optional<String> official() {
    return role.official().map(this::fill);
  }

  /** For people: {@code jre JDK=25}. */
  public String title() {
    StringBuilder title = new StringBuilder(role.name());
    args.forEach((name, value) -> title.append(' ').append(name).append('=').append(value));
    return title.toString();
  }

  /**
   * The title of an image that is not here. The newest release is unknown without asking: it may be
   * here already. An image by name is never built.
   */
  public String titleIfMissing() {
    return named()
        .map(name -> name + " (pulled, or refused if no registry has it)")
        .orElse(title() + (args.containsValue(NEWEST) ? " (if that is not here)" : ""));
  }

  /** Whether a value is {@code image:NAME}. */
  static boolean namesImage(String value) {
    return value.startsWith(IMAGE) && REFERENCE.matcher(value.substring(IMAGE.length())).matches();
  }

  /** A text with the values of this image's arguments. */
  String fill(String template) {
    return PLACEHOLDER
        .matcher(template)
        .replaceAll(
            place -> {
              String value = args.get(place.group(1));
              if (value == null) {
                throw new ImageException(
                    "%s of the role %s names {%s}, which is not among its arguments %s"
                        .formatted(template, role.name(), place.group(1), args.keySet()));
              }
              return Matcher.quoteReplacement(value);
            });
  }
}
