package dev.faultlab.files;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How JSON is read and written. Code that needs other settings takes a reader, a writer or a copy
 * of {@link #MAPPER}; nothing changes the mapper itself.
 */
public final class Json {
  /**
   * Reads and writes records and {@code Optional}, and writes one line. Rejects what two readers
   * could understand differently: keys that a record does not have, a key that an object has twice,
   * and text after the value.
   */
  public static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .registerModule(new Jdk8Module());

  /**
   * As {@link #MAPPER}, for records that anyone may have written. Also rejects a missing or null
   * part, null in lists and maps, and "NaN" as a number.
   */
  public static final ObjectMapper STRICT =
      MAPPER
          .copy()
          .enable(
              DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .registerModule(
              new SimpleModule()
                  .addDeserializer(double.class, new FiniteDoubleReader())
                  .addDeserializer(Double.class, new FiniteDoubleReader()))
          .setDefaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL));

  /** Writes each entry of an object on its own line. */
  public static final ObjectWriter INDENTED = MAPPER.writerWithDefaultPrettyPrinter();

  /** Also writes each element of a list on its own line, for files that people compare. */
  public static final ObjectWriter FULLY_INDENTED = MAPPER.writer(listIndenter());

  private Json() {}

  private static final class FiniteDoubleReader extends JsonDeserializer<Double> {
    @Override
    public Double deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      double value = parser.currentToken().isNumeric() ? parser.getDoubleValue() : Double.NaN;
      if (!Double.isFinite(value)) {
        throw context.weirdStringException(parser.getText(), Double.class, "not a finite number");
      }
      return value;
    }
  }

  /** What is wrong with a file, in one line, and where. */
  public static String why(IOException error) {
    if (!(error instanceof JsonProcessingException e)) {
      return error.getMessage();
    }
    StringBuilder at = new StringBuilder();
    if (e instanceof JsonMappingException mapping) {
      for (JsonMappingException.Reference part : mapping.getPath()) {
        at.append('/').append(part.getFieldName() == null ? part.getIndex() : part.getFieldName());
      }
    }
    String message = e.getOriginalMessage().lines().findFirst().orElse("");
    if (message.startsWith("Null value") || message.contains("`null`")) {
      return "found nothing at " + at + ", expected a value";
    }
    return at.isEmpty() ? message : message + " at " + at;
  }

  /**
   * Reads a file, which may be inside an archive.
   *
   * @throws IOException that says in one line, without the file's name, why it cannot be read
   */
  public static JsonNode read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return MAPPER.readTree(in);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String where = at == null ? "" : ", line " + at.getLineNr() + ", column " + at.getColumnNr();
      throw new IOException("not JSON: " + e.getOriginalMessage() + where, e);
    }
  }

  /** Reads a record that anyone may have written; see {@link #STRICT}. */
  public static <T extends Record> T record(Path file, Class<T> type) throws IOException {
    T value = STRICT.readValue(file.toFile(), type);
    if (value == null) {
      throw new IOException("found null, expected an object");
    }
    return value;
  }

  /** The text of a file that consists of one record. */
  public static String text(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(value.getClass() + " cannot be written as JSON", e);
    }
  }

  /** As {@link #MAPPER} for YAML, without aliases. */
  public static ObjectMapper yaml() {
    return MAPPER.copyWith(new YAMLFactory());
  }

  private static DefaultPrettyPrinter listIndenter() {
    DefaultIndenter twoSpaces = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter().withObjectIndenter(twoSpaces).withArrayIndenter(twoSpaces);
  }
}
