package dev.faultlab.image;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.files.Json;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.Template;
import dev.faultlab.lab.YamlTree;
import dev.faultlab.text.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** All declared roles by name, in the order of their declaration. */
public record Roles(Map<String, Role> byName) {
  private static final Pattern EXACT_VERSION = Pattern.compile("\\d+(\\.\\d+)+");

  /** What is left out is empty. */
  static final ObjectMapper YAML =
      Json.yaml().setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));

  private record File(Map<String, Role> roles) {}

  /**
   * The roles of this repository and those of labs.
   *
   * @param file {@code images/roles.yaml}
   * @param labs folders of labs, some of which bring images of their own
   * @throws ImageException with file and line when it cannot be read or does not make sense
   */
  public static Roles read(Path file, List<Path> labs) {
    Map<String, Role> common = declared(file);
    Roles roles = new Roles(new LinkedHashMap<>(common));
    common.values().forEach(role -> roles.check(role, file));
    for (Path lab : labs) {
      for (Role role : LabRoles.of(lab, common.keySet())) {
        roles.byName.put(role.name(), role);
        roles.check(role, lab.resolve("images/roles.yaml"));
      }
    }
    return roles;
  }

  /**
   * The roles in one file, by name.
   *
   * @throws ImageException with file and line when it cannot be read
   */
  static Map<String, Role> declared(Path file) {
    Map<String, Role> roles = new LinkedHashMap<>();
    try {
      File declared = YAML.readValue(Files.readString(file), File.class);
      if (declared != null) {
        declared.roles().forEach((name, role) -> roles.put(name, named(file, name, role)));
      }
    } catch (JsonProcessingException e) {
      throw ImageException.inFile(file, e);
    } catch (IOException e) {
      throw new ImageException("cannot read " + file + ": " + e.getMessage(), e);
    }
    return roles;
  }

  private static Role named(Path file, String name, Role role) {
    if (role == null) {
      throw new ImageException(
          "%s: the role %s declares nothing; write %s: {}, or take it out"
              .formatted(place(file, name), name, name));
    }
    return role.named(name);
  }

  /** File and line of a role in one file. */
  static String place(Path file, String name) {
    try {
      return file + ":" + YamlTree.read(file, Files.readString(file)).line(List.of("roles", name));
    } catch (IOException | LabException e) {
      return file.toString();
    }
  }

  /**
   * @throws NoSuchImageException for a role that is not declared
   */
  public Role get(String name) {
    Role role = byName.get(name);
    if (role == null) {
      throw new NoSuchImageException("no such role: " + name + Suggestion.hint(name, names()));
    }
    return role;
  }

  /**
   * A role with all of its arguments, defaults filled in.
   *
   * @throws NoSuchImageException when the role, an argument or a value does not exist, or when an
   *     image is named for an argument that takes none
   */
  public ImageRequest request(Requirement.Image needed) {
    ImageRequest request = exact(ImageRequest.of(get(needed.role()), needed.arguments()));
    for (Map.Entry<String, String> arg : request.args().entrySet()) {
      if (ImageRequest.namesImage(arg.getValue()) && !takesImage(request.role(), arg.getKey())) {
        throw new NoSuchImageException(
            ("the role %s accepts no image for %s: that argument does not select an official image,"
                    + " or a role from which this one is built")
                .formatted(needed.role(), arg.getKey()));
      }
    }
    return request;
  }

  /** The image of an axis, with the default in the place of the axis' value. */
  public ImageRequest withDefault(Requirement.Image template) {
    Map<String, String> fixed = new LinkedHashMap<>(template.arguments());
    fixed.values().removeIf(value -> !Template.names(value).isEmpty());
    return request(new Requirement.Image(template.role(), fixed));
  }

  /** The request to the role that makes exact versions, if one is asked for. */
  private ImageRequest exact(ImageRequest request) {
    return request
        .role()
        .exact()
        .filter(role -> request.args().values().stream().anyMatch(EXACT_VERSION.asMatchPredicate()))
        .map(role -> ImageRequest.of(get(role), request.args()))
        .orElse(request);
  }

  /** Whether an argument selects an official image, of this role or of one below it. */
  public boolean takesImage(Role role, String argument) {
    return role.isPulledBy(argument)
        || role.from().values().stream()
            .map(this::get)
            .anyMatch(base -> base.args().containsKey(argument) && takesImage(base, argument));
  }

  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /** The images that {@code ./faultlab images} resolves by default. */
  public List<ImageRequest> defaults() {
    List<ImageRequest> requests = new ArrayList<>();
    byName.values().forEach(role -> requests.addAll(defaults(role)));
    return requests;
  }

  /** The default images of one role; a role without any is resolved with its default arguments. */
  public static List<ImageRequest> defaults(Role role) {
    return role.defaults().stream().map(args -> ImageRequest.of(role, args)).toList();
  }

  private void check(Role role, Path file) {
    try {
      walk(role, new ArrayList<>());
      if (!role.carry().stream().allMatch(Role::canCarry)) {
        throw new ImageException(
            "the role %s carries %s; expected one of %s"
                .formatted(role.name(), role.carry(), Role.POSSIBLE_PARTS));
      }
      // Filling in the templates once finds misspelt arguments before anything is built.
      ImageRequest plain = ImageRequest.of(role, Map.of());
      plain.variable();
      plain.official();
      defaults(role);
      role.exact().ifPresent(this::get);
      for (String argument : role.versions().keySet()) {
        plain.source(argument);
        ImageRequest.of(role, Map.of(argument, ImageRequest.NEWEST));
      }
    } catch (ImageException e) {
      String place = place(file, role.name().replaceFirst(".*/", ""));
      throw new ImageException(place + ": " + e.getMessage(), e);
    }
  }

  private void walk(Role role, List<String> path) {
    path.add(role.name());
    for (String parent : role.from().values()) {
      if (path.contains(parent)) {
        throw new ImageException(
            "roles are built from each other in a circle: %s; change 'from' of one of them"
                .formatted(path));
      }
      walk(get(parent), path);
    }
    path.remove(path.size() - 1);
  }
}
