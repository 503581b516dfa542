package dev.faultlab.image;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.faultlab.docker.ImageException;
import dev.faultlab.files.Json;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code images/roles.yaml}. */
public final class RoleReader {
  private record File(Map<String, Declaration> roles) {}

  /**
   * The entry as written in the file; a missing field is null, and becomes a default in {@link
   * #named}.
   */
  private record Declaration(
      String variable,
      String official,
      String recipe,
      Map<String, String> args,
      Map<String, String> versions,
      Map<String, String> notes,
      String exact,
      Map<String, String> from,
      Set<String> carry,
      List<String> environment,
      @JsonProperty("default") List<Map<String, String>> defaults) {

    Role named(String name) {
      return new Role(
          name,
          Optional.ofNullable(variable),
          Optional.ofNullable(official),
          recipe == null ? "images/" + name : recipe,
          args == null ? Map.of() : args,
          sources(versions == null ? Map.of() : versions),
          notes == null ? Map.of() : notes,
          Optional.ofNullable(exact),
          from == null ? Map.of() : from,
          carry == null ? Set.of() : carry,
          environment == null ? List.of() : environment,
          defaults == null ? List.of() : defaults);
    }

    private static Map<String, VersionSource> sources(Map<String, String> versions) {
      Map<String, VersionSource> sources = new LinkedHashMap<>();
      versions.forEach(
          (argument, text) -> sources.put(argument, VersionSource.parse(argument, text)));
      return sources;
    }
  }

  private RoleReader() {}

  /**
   * The roles of this repository and those of labs.
   *
   * @param file {@code images/roles.yaml}
   * @param labs folders of labs, some of which bring images of their own
   * @throws ImageException with file and line when it cannot be read or does not make sense
   */
  public static Roles read(Path file, List<Path> labs) {
    Map<String, Role> common = declared(file);
    List<Role> roles = new ArrayList<>(common.values());
    labs.forEach(lab -> roles.addAll(LabRoles.of(lab, common.keySet())));
    return new Roles(roles, name -> origin(file, labs, name));
  }

  /** File and line of a role, by its full name. */
  private static String origin(Path file, List<Path> labs, String name) {
    return labs.stream()
        .filter(lab -> name.startsWith(lab.getFileName() + "/"))
        .map(lab -> place(lab.resolve("images/roles.yaml"), name.replaceFirst(".*/", "")))
        .findFirst()
        .orElseGet(() -> place(file, name));
  }

  /** File and line of a role in one file. */
  static String place(Path file, String name) {
    try {
      YamlTree tree = YamlTree.read(file, Files.readString(file));
      return file + ":" + tree.line(List.of("roles", name));
    } catch (IOException | LabException e) {
      return file.toString();
    }
  }

  /** The same without labs. */
  public static Roles read(Path file) {
    return read(file, List.of());
  }

  /**
   * The roles in one file, by name.
   *
   * @throws ImageException with file and line when it cannot be read or does not make sense
   */
  static Map<String, Role> declared(Path file) {
    File declared;
    try {
      declared = Json.yaml().readValue(Files.readString(file), File.class);
    } catch (JsonProcessingException e) {
      throw ImageException.in(file, e);
    } catch (IOException e) {
      throw new ImageException("cannot read " + file + ": " + e.getMessage(), e);
    }
    return roles(file, declared);
  }

  private static Map<String, Role> roles(Path file, File declared) {
    Map<String, Role> roles = new LinkedHashMap<>();
    if (declared != null && declared.roles() != null) {
      declared
          .roles()
          .forEach(
              (name, role) -> {
                if (role == null) {
                  throw new ImageException(
                      "%s: the role %s declares nothing; write %s: {}, or take it out"
                          .formatted(place(file, name), name, name));
                }
                try {
                  roles.put(name, role.named(name));
                } catch (ImageException e) {
                  throw new ImageException(place(file, name) + ": " + e.getMessage(), e);
                }
              });
    }
    for (Role role : roles.values()) {
      if (!role.carry().stream().allMatch(BuildContextPart::isPossible)) {
        throw new ImageException(
            "%s: the role %s carries %s; expected one of %s"
                .formatted(
                    place(file, role.name()),
                    role.name(),
                    role.carry(),
                    BuildContextPart.POSSIBLE));
      }
    }
    return roles;
  }
}
