package dev.faultlab.image;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.text.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** All declared roles, in the order of their declaration. */
public final class Roles {
  private static final Pattern EXACT = Pattern.compile("\\d+(\\.\\d+)+");

  private final Map<String, Role> byName;

  /**
   * @param place file and line of a role, by name
   */
  Roles(List<Role> roles, UnaryOperator<String> place) {
    byName = new LinkedHashMap<>();
    roles.forEach(role -> byName.put(role.name(), role));
    for (Role role : roles) {
      try {
        check(role);
      } catch (ImageException e) {
        throw new ImageException(place.apply(role.name()) + ": " + e.getMessage(), e);
      }
    }
  }

  /**
   * @throws NoSuchImageException for a role that is not declared
   */
  public Role get(String name) {
    Role role = byName.get(name);
    if (role == null) {
      throw new NoSuchImageException("no such role: " + name + Spelling.hint(name, names()));
    }
    return role;
  }

  /**
   * A role with all of its arguments, defaults filled in.
   *
   * @throws NoSuchImageException when the role, an argument or a value does not exist, or when an
   *     image is named for an argument that takes none
   */
  public ImageRequest request(Requirement.Image wanted) {
    ImageRequest request = exact(ImageRequest.of(get(wanted.role()), wanted.arguments()));
    request
        .args()
        .forEach(
            (argument, value) -> {
              if (ImageRequest.namesImage(value) && !takesImage(request.role(), argument)) {
                throw new NoSuchImageException(
                    ("the role %s accepts no image for %s: that argument does not select an"
                            + " official image, or a role from which this one is built")
                        .formatted(wanted.role(), argument));
              }
            });
    return request;
  }

  /** The request to the role that makes exact versions, if one is asked for. */
  private ImageRequest exact(ImageRequest request) {
    return request
        .role()
        .exact()
        .filter(role -> request.args().values().stream().anyMatch(EXACT.asMatchPredicate()))
        .map(role -> ImageRequest.of(get(role), request.args()))
        .orElse(request);
  }

  private boolean takesImage(Role role, String argument) {
    return role.isPulledBy(argument)
        || role.from().values().stream()
            .map(this::get)
            .anyMatch(
                parent -> parent.args().containsKey(argument) && takesImage(parent, argument));
  }

  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /** The images that {@code ./faultlab images} resolves by default. */
  public List<ImageRequest> defaults() {
    List<ImageRequest> all = new ArrayList<>();
    byName.values().forEach(role -> all.addAll(defaults(role)));
    return all;
  }

  /** The default images of one role; a role without any is resolved with its default arguments. */
  public static List<ImageRequest> defaults(Role role) {
    return role.defaults().stream().map(args -> ImageRequest.of(role, args)).toList();
  }

  /** Whether the declaration itself has these exact arguments: they are known to exist. */
  boolean pinned(ImageRequest request) {
    return request.args().equals(request.role().args())
        || defaults(request.role()).contains(request);
  }

  private void check(Role role) {
    walk(role, new ArrayList<>());
    // Filling in the templates once finds misspelt arguments before anything is built.
    ImageRequest plain = ImageRequest.of(role, Map.of());
    plain.variable();
    plain.official();
    defaults(role);
    role.exact().ifPresent(this::get);
    role.versions()
        .keySet()
        .forEach(argument -> ImageRequest.of(role, Map.of(argument, ImageRequest.NEWEST)));
  }

  private void walk(Role role, List<String> path) {
    path.add(role.name());
    for (String parent : role.from().values()) {
      if (path.contains(parent)) {
        throw new ImageException(
            "roles are built from each other in a circle: "
                + path
                + "; change 'from' of one of them");
      }
      walk(get(parent), path);
    }
    path.remove(path.size() - 1);
  }
}
