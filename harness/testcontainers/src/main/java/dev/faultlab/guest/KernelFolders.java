package dev.faultlab.guest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where kernels that were fetched are kept: a folder for each name with the recipes that made it,
 * and in it a folder for each meaning that the name has had.
 *
 * @param kernels the folder of all kernels; need not exist
 */
public record KernelFolders(Path kernels, ContentKey key) {
  /** Describes a kernel, and is written last: a folder that has it is complete. */
  public static final String PROVENANCE = "provenance.json";

  /** The folder of a name. */
  public Path folder(KernelName name) {
    String text = name.toString();
    return kernels.resolve(ContentKey.readable(text) + "-" + key.of(text, KernelRecipes.UNPACKING));
  }

  /** The folder of a name with its meaning. */
  public Path place(ResolvedKernel exact) {
    return folder(exact.name()).resolve(ContentKey.readable(exact.version()));
  }

  /** Whether a folder holds a kernel. */
  public static boolean complete(Path place) {
    return Files.isRegularFile(place.resolve(PROVENANCE));
  }

  /** The folder of this name that was filled last. */
  public Optional<Path> last(KernelName name) {
    Path folder = folder(name);
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(KernelFolders::complete).max(Comparator.comparing(KernelFolders::filled));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + folder, e);
    }
  }

  /**
   * What the name of a kernel meant when it was fetched, as in {@link ResolvedKernel#version};
   * empty if it was built.
   */
  public static String exact(Path place) {
    return entry(place, "exact");
  }

  /** The output of {@code uname -r} in a guest with this kernel. */
  public static String release(Path place) {
    return entry(place, "release");
  }

  /** Our recipes write it, with each entry of text on one line: no JSON library is needed. */
  private static String entry(Path place, String key) {
    Path file = place.resolve(PROVENANCE);
    try {
      Matcher entry =
          Pattern.compile("\"" + key + "\": \"([^\"]*)\"").matcher(Files.readString(file));
      return entry.find() ? entry.group(1) : "";
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static FileTime filled(Path place) {
    try {
      return Files.getLastModifiedTime(place.resolve(PROVENANCE));
    } catch (IOException e) {
      return FileTime.fromMillis(0); // it was removed at this moment
    }
  }
}
