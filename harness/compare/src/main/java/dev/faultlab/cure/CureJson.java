package dev.faultlab.cure;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.faultlab.files.Json;
import java.io.UncheckedIOException;
import java.util.List;

/** Cures as JSON: a list of {@link CureTable}. */
public final class CureJson {
  /** The text. */
  public String text(List<CureTable> tables) {
    try {
      return Json.INDENTED.writeValueAsString(tables);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("the cures cannot be written as JSON", e);
    }
  }
}
