package dev.faultlab.upgrade;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.faultlab.files.Json;
import dev.faultlab.result.Completeness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** {@code result.json} of an upgrade: the record {@link UpgradeResult}. */
public final class UpgradeJson {
  /** The text of the file. */
  public String text(UpgradeResult result) {
    try {
      return Json.FULLY_INDENTED.writeValueAsString(result) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("the result cannot be written as JSON", e);
    }
  }

  /** Reads a file. */
  public UpgradeResult read(Path file) throws IOException {
    UpgradeResult read = Json.MAPPER.readValue(file.toFile(), UpgradeResult.class);
    Completeness.require(read);
    return read;
  }
}
