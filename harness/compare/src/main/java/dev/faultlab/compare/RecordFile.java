package dev.faultlab.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Files that consist of one record as JSON. */
public final class RecordFile {
  private RecordFile() {}

  /** The text of the file. */
  public static String text(Object whole) {
    return text(Json.INDENTED, whole);
  }

  /** The same, written with another writer. */
  public static String text(ObjectWriter writer, Object whole) {
    try {
      return writer.writeValueAsString(whole) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(whole.getClass() + " cannot be written as JSON", e);
    }
  }

  /**
   * Reads a file.
   *
   * @throws IOException when the file is not such a record, or lacks a field
   */
  public static <T extends Record> T read(Path file, Class<T> type) throws IOException {
    return Json.record(file, type);
  }
}
