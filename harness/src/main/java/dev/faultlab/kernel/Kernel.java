package dev.faultlab.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.image.ImageException;
import java.io.IOException;
import java.nio.file.Path;

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
      return new Kernel(name, directory, new ObjectMapper().readTree(file.toFile()));
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

  /** Where it came from, for people. */
  public String source() {
    JsonNode source = provenance.path("source");
    String taken = provenance.path("takenOut").size() == 0 ? "" : " without 909172a14974";
    return (source.path("package").asText() + " " + source.path("version").asText()).strip()
        + taken;
  }
}
