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
  public static byte[] bytes(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String text(Class<?> beside, String name) {
    return new String(bytes(beside, name), StandardCharsets.UTF_8);
  }

  /** Its entries, if it is a file of properties. */
  public static Properties properties(Class<?> beside, String name) {
    Properties all = new Properties();
    try {
      all.load(new StringReader(text(beside, name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }
}
