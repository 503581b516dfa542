package dev.faultlab.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.docker.ImageException;
import dev.faultlab.files.Json;
import dev.faultlab.guest.KernelFolders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel in the cache.
 *
 * @param name as requested
 * @param directory with the kernel itself, {@code provenance.json} and its other files
 * @param provenance source, release, checksums and compiler, for results
 */
public record CachedKernel(String name, Path directory, JsonNode provenance) {

  static CachedKernel read(String name, Path directory) {
    Path file = directory.resolve(KernelFolders.PROVENANCE);
    try {
      return new CachedKernel(name, directory, Json.MAPPER.readTree(file.toFile()));
    } catch (IOException e) {
      throw new ImageException("the kernel " + name + " has no readable " + file, e);
    }
  }

  /** The output of {@code uname -r} in a guest. */
  public String release() {
    return provenance.path("release").asText();
  }

  /** SHA-256 of the kernel image, as lower-case hexadecimal digits. */
  public String sha256() {
    return provenance.path("image").path("sha256").asText();
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
            provenance.path("configSha256").asText("not known"),
            provenance.path("compiler").asText("compiler not known"));
  }

  /** Its source, for people; empty if unknown. */
  public String source() {
    JsonNode source = provenance.path("source");
    List<String> takenOut = new ArrayList<>();
    provenance.path("takenOut").forEach(commit -> takenOut.add(commit.asText()));
    String without = takenOut.isEmpty() ? "" : " without " + String.join(", ", takenOut);
    String known = source.path("package").asText() + " " + source.path("version").asText();
    if (known.isBlank() && provenance.path("kind").asText().equals("image")) {
      return "image " + exact();
    }
    return known.strip() + without;
  }

  /**
   * What the name meant when the kernel was fetched: see {@link
   * dev.faultlab.guest.ResolvedKernel#version}; empty if we built it.
   */
  String exact() {
    return provenance.path("exact").asText();
  }
}
