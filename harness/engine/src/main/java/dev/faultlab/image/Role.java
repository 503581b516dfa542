package dev.faultlab.image;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A role as declared in {@code images/roles.yaml}. In {@code variable} and {@code official}, {@code
 * {NAME}} stands for the value of that argument.
 *
 * @param name of the role and, by default, of its folder
 * @param variable of compose.yaml that names the image; empty for a role that only others build on
 * @param official image to pull where possible; empty for a role that is always built
 * @param recipe folder with a Dockerfile, or with a program {@code build}, relative to the root
 * @param args build arguments with their defaults
 * @param versions argument to where its versions are published; an argument without an entry takes
 *     any value, and only the build checks it
 * @param notes argument to the address of a version's release notes, with the argument in braces
 * @param exact role that makes a version with a point in it, where this one has only releases
 * @param from build argument to the role whose image it takes
 * @param carry what is added to the build context: {@code ca-certificates} of the host, folders of
 *     this repository
 * @param environment variables passed to the build when they are set, such as GOPROXY. They say
 *     where things come from, not what they are, so they are not part of the key
 * @param defaults the arguments of each image that {@code ./faultlab images} resolves
 */
public record Role(
    String name,
    Optional<String> variable,
    Optional<String> official,
    String recipe,
    Map<String, String> args,
    Map<String, VersionSource> versions,
    Map<String, String> notes,
    Optional<String> exact,
    Map<String, String> from,
    Set<String> carry,
    List<String> environment,
    List<Map<String, String>> defaults) {

  public Role {
    args = Map.copyOf(args);
    versions = Map.copyOf(versions);
    notes = Map.copyOf(notes);
    from = Map.copyOf(from);
    carry = Set.copyOf(carry);
    environment = List.copyOf(environment);
    defaults = List.copyOf(defaults);
  }

  /** Whether this argument decides which official image is pulled. */
  boolean isPulledBy(String argument) {
    return official.filter(template -> template.contains("{" + argument + "}")).isPresent();
  }
}
