package dev.faultlab.feed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.faultlab.files.Json;
import java.util.Optional;

/** Moments as lines of JSON. */
public final class RunEventJson {
  private static final ObjectReader MOMENTS =
      Json.MAPPER
          .readerFor(RunEvent.class)
          .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private RunEventJson() {}

  /** One line of JSON, without the line end. */
  public static String line(RunEvent moment) {
    return Json.text(Json.MAPPER.writerFor(RunEvent.class), moment).strip();
  }

  /** Parses a line; empty if it is not an event. */
  public static Optional<RunEvent> read(String line) {
    try {
      return Optional.of(MOMENTS.readValue(line));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
