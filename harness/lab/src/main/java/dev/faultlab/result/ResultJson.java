package dev.faultlab.result;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code result.json}: the record {@link RunResult}, fields in the order of its declaration. */
public final class ResultJson {
  /** The file's name in the folder of a run. */
  public static final String FILE = "result.json";

  private static final ObjectReader RESULTS =
      Json.STRICT
          .readerFor(RunResult.class)
          // A fact's value is an Object: without this it would come back as an Integer.
          .with(DeserializationFeature.USE_LONG_FOR_INTS);

  private ResultJson() {}

  /** The text of the file. */
  public static String text(RunResult result) {
    return Json.text(Json.FULLY_INDENTED, result);
  }

  /**
   * Reads a result.
   *
   * @throws IOException naming the file when it does not exist, is not JSON, has another schema
   *     version, lacks a field or holds values that no run can have
   */
  public static RunResult read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("no file " + file);
    }
    int schema;
    try {
      JsonNode tree = Json.read(file);
      schema = tree.path("schema").asInt(-1);
      if (schema == RunResult.SCHEMA) {
        RunResult result = RESULTS.readValue(tree);
        ResultChecks.require(result);
        return result;
      }
    } catch (IOException e) {
      throw new IOException(file + ": is not a result: " + Json.why(e), e);
    }
    throw new IOException(
        "%s: a result of schema %s; this faultlab reads %d%s"
            .formatted(
                file,
                schema < 0 ? "(none said)" : schema,
                RunResult.SCHEMA,
                schema == 1
                    ? ": run the lab again, or read it with the version that wrote it (its"
                        + " provenance names the commit)"
                    : ""));
  }
}
