package dev.faultlab.image;

import dev.faultlab.docker.ImageException;
import dev.faultlab.lab.LabImages;
import dev.faultlab.text.Suggestion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The roles that labs bring in their folder {@code images/}. A Dockerfile says what a role needs by
 * its {@code ARG} lines: one with a default is an argument of the role, one without is the image of
 * the role of that name in lower case ({@code ARG BASE}), or a variable of the environment ({@code
 * ARG GOPROXY}). {@code images/roles.yaml} says where its versions are published.
 */
final class LabRoles {
  private static final Pattern ARGUMENT =
      Pattern.compile("(?im)^\\s*ARG\\s+([A-Z][A-Z0-9_]*)(?:=[\"']?([^\\s\"']*)[\"']?)?\\s*$");
  private static final Set<String> ENVIRONMENT = Registries.ADDRESSES;

  /** What is declared of a role that {@code images/roles.yaml} does not mention. */
  private static final Role EMPTY_ROLE = Roles.YAML.convertValue(Map.of(), Role.class);

  /**
   * The roles of one lab.
   *
   * @param lab its folder
   * @param known names of the roles of images/roles.yaml
   * @throws ImageException naming the Dockerfile that cannot be used
   */
  static List<Role> of(Path lab, Set<String> known) {
    Path file = lab.resolve("images/roles.yaml");
    Map<String, Role> declared = Files.isRegularFile(file) ? Roles.declared(file) : new HashMap<>();
    List<String> names = new ArrayList<>();
    List<Role> roles = new ArrayList<>();
    LabImages.recipes(lab)
        .forEach(
            (name, folder) -> {
              Path recipe = folder.toAbsolutePath().normalize();
              names.add(recipe.getFileName().toString());
              Role role = declared.remove(recipe.getFileName().toString());
              roles.add(role(name, recipe, role == null ? EMPTY_ROLE : role, known));
            });
    for (String name : declared.keySet()) {
      throw new ImageException(
          "%s: the role %s has no recipe; put one into images/%s/Dockerfile%s"
              .formatted(Roles.place(file, name), name, name, Suggestion.hint(name, names)));
    }
    return roles;
  }

  private static Role role(String name, Path recipe, Role declared, Set<String> known) {
    Map<String, String> args = new LinkedHashMap<>();
    Map<String, String> from = new LinkedHashMap<>();
    List<String> environment = new ArrayList<>();
    Path file = recipe.resolve("Dockerfile");
    String dockerfile = Registries.read(file);
    Matcher argument = ARGUMENT.matcher(dockerfile);
    while (argument.find()) {
      String word = argument.group(1);
      String role = word.toLowerCase(java.util.Locale.ROOT).replace('_', '-');
      if (argument.group(2) != null) {
        args.put(word, argument.group(2));
      } else if (ENVIRONMENT.contains(word)) {
        environment.add(word);
      } else if (known.contains(role)) {
        from.put(word, role);
      } else if (!args.containsKey(word)) {
        long line = dockerfile.substring(0, argument.start(1)).lines().count();
        throw new ImageException(
            "%s:%d: 'ARG %s' has no default, and no role is called %s; give it a default, or name a role%s"
                .formatted(file, line, word, role, Suggestion.hint(role, known)));
      }
    }
    return new Role(
        name,
        Optional.empty(),
        declared.official(),
        recipe.toString(),
        args,
        declared.versions(),
        declared.notes(),
        declared.exact(),
        from,
        Set.of(),
        environment,
        List.of());
  }
}
