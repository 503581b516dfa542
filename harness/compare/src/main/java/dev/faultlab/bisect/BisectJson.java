package dev.faultlab.bisect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.faultlab.result.Completeness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** {@code result.json} of a bisection: the record {@link BisectResult}. */
public final class BisectJson {
  private final ObjectMapper mapper =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .enable(SerializationFeature.INDENT_OUTPUT);

  /** The text of the file. */
  public String text(BisectResult result) {
    try {
      return mapper.writeValueAsString(result) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("the result cannot be written as JSON", e);
    }
  }

  /** Reads a file, finished or not. */
  public BisectResult read(Path file) throws IOException {
    BisectResult read = mapper.readValue(file.toFile(), BisectResult.class);
    Completeness.require(read);
    return read;
  }
}
