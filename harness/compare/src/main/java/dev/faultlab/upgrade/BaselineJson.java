package dev.faultlab.upgrade;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.Json;
import dev.faultlab.result.Completeness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of a baseline: the record {@link Baseline}. */
public final class BaselineJson {
  /** The text of the file. */
  public String text(Baseline baseline) {
    try {
      return Json.INDENTED.writeValueAsString(baseline) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("the baseline cannot be written as JSON", e);
    }
  }

  /**
   * Reads a file.
   *
   * @throws IOException naming the file when it is not there or is no baseline
   */
  public Baseline read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("no file " + file);
    }
    try {
      JsonNode tree = Json.MAPPER.readTree(BoundedText.read(file));
      if (tree.path("schema").asInt() != Baseline.SCHEMA || !tree.has("savedAt")) {
        throw new IOException(file + ": is no baseline of schema " + Baseline.SCHEMA);
      }
      Baseline read = Json.MAPPER.treeToValue(tree, Baseline.class);
      require(file, read);
      return read;
    } catch (JsonProcessingException e) {
      throw new IOException(file + ": is no baseline: " + e.getOriginalMessage(), e);
    }
  }

  private static void require(Path file, Baseline read) throws IOException {
    try {
      Completeness.require(read);
    } catch (IOException e) {
      throw new IOException(file + ": is no baseline: " + e.getMessage(), e);
    }
  }
}
