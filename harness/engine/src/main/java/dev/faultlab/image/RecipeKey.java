package dev.faultlab.image;

import dev.faultlab.docker.ImageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Names a recipe by its content: every file of its folder, its arguments, what is carried in, and
 * the same for each image that it is built on. For an image that a person named, the id counts. Two
 * clones with the same recipe get the same key, wherever their folders are; the answers of package
 * mirrors are not part of it.
 *
 * @param root of the clone
 * @param certificates folder of the host's extra CA certificates; may not exist
 * @param idOfNamed the id of an image that a person named, because the name may mean another image
 *     tomorrow
 */
record RecipeKey(Path root, Roles roles, Path certificates, UnaryOperator<String> idOfNamed) {
  /** Digits of a SHA-256: enough to rule out a clash, few enough for a readable tag. */
  private static final int HEX_DIGITS = 16;

  /** The name of the image that is built for this request. */
  String imageName(ImageRequest request) {
    return "faultlab/" + request.role().name() + ":" + of(request);
  }

  /**
   * @throws ImageException when the recipe's folder does not exist
   */
  String of(ImageRequest request) {
    MessageDigest digest = DigestUtils.getSha256Digest();
    Role role = request.role();
    Path recipe = root.resolve(role.recipe());
    if (!Files.isDirectory(recipe)) {
      throw new ImageException(
          "the role %s has no recipe: %s is not there".formatted(role.name(), recipe));
    }
    add(digest, "official " + request.official().orElse("none"));
    request.buildArguments().forEach((name, value) -> add(digest, "arg " + name + "=" + value));
    addTree(digest, recipe);
    new TreeSet<>(role.carry())
        .forEach(carried -> addTree(digest, Role.partFolder(carried, root, certificates)));
    new TreeMap<>(role.from())
        .forEach(
            (argument, parent) ->
                add(digest, "from " + argument + "=" + parent(request.parent(roles.get(parent)))));
    return HexFormat.of().formatHex(digest.digest()).substring(0, HEX_DIGITS);
  }

  private String parent(ImageRequest parent) {
    return parent.named().map(idOfNamed).orElseGet(() -> of(parent));
  }

  private static void addTree(MessageDigest digest, Path directory) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(directory)) {
      List<Path> files = walk.filter(Files::isRegularFile).sorted().toList();
      for (Path file : files) {
        add(digest, "file " + directory.relativize(file) + " " + Files.isExecutable(file));
        digest.update(Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the recipe in " + directory, e);
    }
  }

  private static void add(MessageDigest digest, String line) {
    digest.update((line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
