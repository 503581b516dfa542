package dev.faultlab.cure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.UncheckedIOException;
import java.util.List;

/** Cures as JSON: a list of {@link CureTable}. */
public final class CureJson {
  private final ObjectMapper mapper =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .enable(SerializationFeature.INDENT_OUTPUT);

  /** The text. */
  public String text(List<CureTable> tables) {
    try {
      return mapper.writeValueAsString(tables);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("the cures cannot be written as JSON", e);
    }
  }
}
