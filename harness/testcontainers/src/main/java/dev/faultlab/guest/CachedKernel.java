package dev.faultlab.guest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel in the cache.
 *
 * @param name as requested
 * @param directory with the kernel itself, {@code provenance.json} and its other files
 */
public record CachedKernel(String name, Path directory) {

  /** The output of {@code uname -r} in a guest. */
  public String release() {
    return entry("release", "");
  }

  /** SHA-256 of the kernel image, as lower-case hexadecimal digits. */
  public String sha256() {
    return entry("sha256", "");
  }

  /**
   * What the name meant when the kernel was fetched: a package and its version, a file's hash, or
   * an image's id; empty if it was built here.
   */
  public String exact() {
    return entry("exact", "");
  }

  /** The name of the request that made it. */
  public String requestedName() {
    return entry("name", "");
  }

  /**
   * The kernel's description in a result: release, what the name meant and its source, checksums of
   * image and configuration, compiler.
   */
  public String origin() {
    return "%s, %s%s, image sha256:%s, config sha256:%s, %s"
        .formatted(
            release(),
            source().isEmpty() ? "source not known" : source(),
            exact().isEmpty() ? "" : " (asked for as " + name + ")",
            sha256(),
            entry("configSha256", "not known"),
            entry("compiler", "compiler not known"));
  }

  /** Its source, for people; empty if unknown. */
  public String source() {
    String known = (entry("package", "") + " " + entry("version", "")).strip();
    if (known.isEmpty() && entry("kind", "").equals("image")) {
      return "image " + exact();
    }
    String takenOut = entry("takenOut", "");
    return takenOut.isEmpty() ? known : known + " without " + takenOut;
  }

  /**
   * The text, or the first text of the list, under a key. Our recipes write each name once, without
   * escapes: no JSON library is needed.
   */
  private String entry(String key, String otherwise) {
    Path file = directory.resolve(KernelStore.PROVENANCE);
    try {
      Matcher entry =
          Pattern.compile("\"" + key + "\": (\\[\\s*)?\"([^\"]*)\"")
              .matcher(Files.readString(file));
      return entry.find() ? entry.group(2) : otherwise;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
