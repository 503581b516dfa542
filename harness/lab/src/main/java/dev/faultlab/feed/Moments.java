package dev.faultlab.feed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.util.Optional;

/** Moments as lines of JSON. */
public final class Moments {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private Moments() {}

  /** Without the end of the line. */
  public static String line(Moment moment) {
    try {
      return JSON.writerFor(Moment.class).writeValueAsString(moment);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written: " + moment, e);
    }
  }

  /** What a line says; empty where it is no moment. */
  public static Optional<Moment> read(String line) {
    try {
      return Optional.of(JSON.readValue(line, Moment.class));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
