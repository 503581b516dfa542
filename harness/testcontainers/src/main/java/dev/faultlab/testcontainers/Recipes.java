package dev.faultlab.testcontainers;

import com.github.dockerjava.api.DockerClient;
import dev.faultlab.guest.ContentKey;
import dev.faultlab.guest.UserCache;
import dev.faultlab.sidecar.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.MountableFile;

/**
 * Images that no registry has, built from the recipes in this library's jar. They stay on the
 * engine under the digest of their recipe.
 */
final class Recipes {
  private static final String ROOT = "dev/faultlab/guest/";
  private static final String DEBIAN = "debian:bookworm-slim";

  /** Debian 12 with {@code debian-install}, or what {@code faultlab.image.base} names. */
  static synchronized String base() {
    String set = System.getProperty("faultlab.image.base", "");
    return set.isEmpty() ? build("base", "base", Map.of("DEBIAN", DEBIAN)) : set;
  }

  /** QEMU and the program that runs a service on it, or what {@code faultlab.image.vm} names. */
  static synchronized String vm() {
    String set = System.getProperty("faultlab.image.vm", "");
    return set.isEmpty() ? build("vm", "kernel-images/guest", Map.of("BASE", base())) : set;
  }

  /** A recipe of kernels, by its path below {@code kernel-images/}. */
  static byte[] kernelRecipe(String name) {
    return Resource.bytes(Recipes.class, "/" + ROOT + "kernel-images/" + name);
  }

  /**
   * Notes that an image is used now, so that {@code ./faultlab clean --images} removes it only when
   * it has not been used for a while.
   */
  private static void markUsed(String image, String role) {
    Path note = UserCache.lastUseFile(UserCache.of(System.getenv()), image);
    try {
      Files.createDirectories(note.getParent());
      Files.writeString(note, role);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot note the use of " + image, e);
    }
  }

  private static String build(String role, String folder, Map<String, String> arguments) {
    Map<String, byte[]> files = files(folder);
    files.put("ca-certificates/.keep", new byte[0]); // certificates of the host are not carried
    ContentKey key = new ContentKey(files::get);
    String tag = key.of(new TreeMap<>(arguments).toString(), List.copyOf(files.keySet()));
    return image("faultlab/" + role + ":" + tag, role, files, arguments);
  }

  /** An image of this name, which is built if the engine has none. */
  static String image(
      String name, String role, Map<String, byte[]> files, Map<String, String> arguments) {
    markUsed(name, role);
    DockerClient engine = DockerClientFactory.lazyClient();
    if (engine.listImagesCmd().withReferenceFilter(name).exec().isEmpty()) {
      arguments.values().forEach(Sidecars::requireImage);
      ImageFromDockerfile image =
          new ImageFromDockerfile(name, false)
              .withBuildArgs(arguments)
              .withBuildImageCmdModifier(build -> build.withLabels(Map.of("faultlab.image", name)));
      files.forEach(
          (path, bytes) ->
              image.withFileFromTransferable(path, Transferable.of(bytes, permissions(bytes))));
      image.get();
    }
    return name;
  }

  /** A jar keeps none; programs of a recipe are scripts. */
  static int permissions(byte[] file) {
    return file.length > 1 && file[0] == '#' && file[1] == '!' ? 0755 : 0644;
  }

  static Map<String, byte[]> files(String folder) {
    // Testcontainers unpacks a folder of a jar; one of classes is where it is.
    Path root = Path.of(MountableFile.forClasspathResource(ROOT + folder).getResolvedPath());
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path file : paths.filter(Files::isRegularFile).toList()) {
        files.put(root.relativize(file).toString(), Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the recipe " + folder, e);
    }
    return files;
  }
}
