package dev.faultlab.sidecar;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;

/** Files beside the classes of this library, such as scripts. */
public final class Resource {
  private Resource() {}

  /** Its bytes; the name is relative to a class. */
  public static byte[] bytes(Class<?> type, String name) {
    try (InputStream in = type.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String text(Class<?> type, String name) {
    return new String(bytes(type, name), StandardCharsets.UTF_8);
  }

  /** Its entries, if it is a file of properties. */
  public static Properties properties(Class<?> type, String name) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text(type, name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }
}
