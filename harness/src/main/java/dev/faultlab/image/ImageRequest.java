package dev.faultlab.image;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A role with all of its arguments: what is asked of the resolver.
 *
 * @param args every argument of the role, defaults filled in, sorted by name
 */
public record ImageRequest(Role role, Map<String, String> args) {
  private static final Pattern PLACE = Pattern.compile("\\{([A-Z0-9_]+)}");

  /** What a tag may hold, so that an argument can be part of an image name and of a command. */
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]{0,63}");

  public ImageRequest {
    args = new TreeMap<>(args);
  }

  /**
   * @throws ImageException for an argument that the role does not have, or an odd value
   */
  public static ImageRequest of(Role role, Map<String, String> given) {
    Map<String, String> args = new TreeMap<>(role.args());
    given.forEach(
        (name, value) -> {
          if (!role.args().containsKey(name)) {
            throw new ImageException(
                "the role %s has no argument %s; it has %s"
                    .formatted(role.name(), name, new TreeMap<>(role.args()).keySet()));
          }
          if (!VALUE.matcher(value).matches()) {
            throw new ImageException(
                "%s=%s of the role %s: a version or a name was expected"
                    .formatted(name, value, role.name()));
          }
          args.put(name, value);
        });
    return new ImageRequest(role, args);
  }

  /**
   * Reads {@code ROLE[:NAME=VALUE,...]}, as in {@code jre:JDK=26}.
   *
   * @throws ImageException when the role or an argument is unknown, or the text has another form
   */
  public static ImageRequest parse(Roles roles, String text) {
    String[] parts = text.split(":", 2);
    Map<String, String> given = new TreeMap<>();
    for (String pair : parts.length < 2 ? new String[0] : parts[1].split(",")) {
      String[] halves = pair.split("=", 2);
      if (halves.length < 2) {
        throw new ImageException("'%s' is not of the form NAME=VALUE".formatted(pair));
      }
      given.put(halves[0], halves[1]);
    }
    return of(roles.get(parts[0]), given);
  }

  /**
   * The image that this one is built from: what both roles call by the same name, such as the
   * version of a program, has the same value in both.
   */
  ImageRequest parent(Role parent) {
    Map<String, String> shared = new TreeMap<>(args);
    shared.keySet().retainAll(parent.args().keySet());
    return of(parent, shared);
  }

  /** The variable of compose.yaml that names this image. */
  public Optional<String> variable() {
    return role.variable().map(template -> fill(template).replace('.', '_').replace('-', '_'));
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

  private String fill(String template) {
    return PLACE
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
