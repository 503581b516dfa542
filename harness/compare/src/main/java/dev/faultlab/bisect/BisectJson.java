package dev.faultlab.bisect;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.faultlab.files.Json;
import dev.faultlab.result.Completeness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** {@code result.json} of a bisection: the record {@link BisectResult}. */
public final class BisectJson {
  /** The text of the file. */
  public String text(BisectResult result) {
    try {
      return Json.INDENTED.writeValueAsString(result) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("the result cannot be written as JSON", e);
    }
  }

  /** Reads a file, finished or not. */
  public BisectResult read(Path file) throws IOException {
    BisectResult read = Json.MAPPER.readValue(file.toFile(), BisectResult.class);
    Completeness.require(read);
    return read;
  }
}
