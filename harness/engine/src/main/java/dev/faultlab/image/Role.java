package dev.faultlab.image;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A role as declared in {@code images/roles.yaml}. In {@code variable}, {@code official} and {@code
 * versions}, {@code {NAME}} is replaced by the value of that argument.
 *
 * @param name of the role and, by default, of its folder
 * @param variable of compose.yaml that names the image; empty for a role that only others build on
 * @param official image to pull where possible; empty for a role that is always built
 * @param recipe folder with a Dockerfile, or with a program {@code build}, relative to the root
 * @param args build arguments with their defaults
 * @param versions argument to where its versions are published, see {@link VersionSource}; an
 *     argument without an entry takes any value, and only the build checks it
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
    Map<String, String> versions,
    Map<String, String> notes,
    Optional<String> exact,
    Map<String, String> from,
    Set<String> carry,
    List<String> environment,
    @JsonProperty("default") List<Map<String, String>> defaults) {
  private static final String CERTIFICATES = "ca-certificates";
  static final String POSSIBLE_PARTS =
      CERTIFICATES + ", or a folder of this repository, as in cures/dnscache";

  /** The same role under the name that its entry has in the file. */
  Role named(String own) {
    return new Role(
        own,
        variable,
        official,
        recipe.isEmpty() ? "images/" + own : recipe,
        args,
        versions,
        notes,
        exact,
        from,
        carry,
        environment,
        defaults);
  }

  /** Whether this argument decides which official image is pulled. */
  boolean isPulledBy(String argument) {
    return official.filter(template -> template.contains("{" + argument + "}")).isPresent();
  }

  /** Whether a part of {@link #carry} is a path downwards of two or more names, or certificates. */
  static boolean canCarry(String part) {
    Path path = Path.of(part);
    return part.equals(CERTIFICATES)
        || path.getNameCount() > 1
            && !path.isAbsolute()
            && path.normalize().equals(path)
            && !path.startsWith("..");
  }

  /** The folder of a part on this machine; that of the certificates may not exist. */
  static Path partFolder(String part, Path root, Path certificates) {
    return part.equals(CERTIFICATES) ? certificates : root.resolve(part);
  }
}
