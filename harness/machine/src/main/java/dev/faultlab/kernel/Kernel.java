package dev.faultlab.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.docker.ImageException;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel that is there.
 *
 * @param name as it was asked for
 * @param directory with the kernel itself, {@code provenance.json} and what else belongs to it
 * @param provenance source, release, checksums, compiler: what a result has to say about it
 */
public record Kernel(String name, Path directory, JsonNode provenance) {

  static final String PROVENANCE = "provenance.json";

  static Kernel read(String name, Path directory) {
    Path file = directory.resolve(PROVENANCE);
    try {
      return new Kernel(name, directory, Json.MAPPER.readTree(file.toFile()));
    } catch (IOException e) {
      throw new ImageException("the kernel " + name + " has no readable " + file, e);
    }
  }

  /** What {@code uname -r} says in a guest. */
  public String release() {
    return provenance.path("release").asText();
  }

  /** SHA-256 of the kernel image, as lower-case hexadecimal digits. */
  public String sha256() {
    return provenance.path("image").path("sha256").asText();
  }

  /**
   * All that a result says of it: release, what the name stood for and where that came from,
   * checksums of image and configuration, compiler.
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

  /** Where it came from, for people; empty where it is unknown. */
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
   * What the name stood for when it was brought: see {@link ResolvedKernel#version}; empty if ours.
   */
  String exact() {
    return provenance.path("exact").asText();
  }
}
