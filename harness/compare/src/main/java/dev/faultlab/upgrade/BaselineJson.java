package dev.faultlab.upgrade;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.faultlab.result.Completeness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of a baseline: the record {@link Baseline}. */
public final class BaselineJson {
  private final ObjectMapper mapper =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .enable(SerializationFeature.INDENT_OUTPUT);

  /** The text of the file. */
  public String text(Baseline baseline) {
    try {
      return mapper.writeValueAsString(baseline) + "\n";
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
      JsonNode tree = mapper.readTree(Files.readString(file));
      if (tree.path("schema").asInt() != Baseline.SCHEMA || !tree.has("savedAt")) {
        throw new IOException(file + ": is no baseline of schema " + Baseline.SCHEMA);
      }
      Baseline read = mapper.treeToValue(tree, Baseline.class);
      Completeness.require(read);
      return read;
    } catch (JsonProcessingException e) {
      throw new IOException(file + ": is no baseline: " + e.getOriginalMessage(), e);
    }
  }
}
