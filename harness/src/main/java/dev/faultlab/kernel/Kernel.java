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

  /**
   * All that a result says of it: release, source, checksums of image and configuration, compiler.
   */
  public String origin() {
    return "%s, %s, image sha256:%s, config sha256:%s, %s"
        .formatted(
            release(),
            source().isEmpty() ? "source not known" : source(),
            sha256(),
            provenance.path("configSha256").asText("not known"),
            provenance.path("compiler").asText("compiler not known"));
  }

  /** Where it came from, for people. */
  public String source() {
    JsonNode source = provenance.path("source");
    String taken = provenance.path("takenOut").size() == 0 ? "" : " without 909172a14974";
    return (source.path("package").asText() + " " + source.path("version").asText()).strip()
        + taken;
  }
}
