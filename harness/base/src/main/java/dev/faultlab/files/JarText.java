package dev.faultlab.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A text file in our own jar. */
public final class JarText {
  private JarText() {}

  /**
   * @param type a class of the same module
   * @param name of the file beside it, or a path from the root of the jar
   */
  public static String read(Class<?> type, String name) {
    try (InputStream in = type.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name + " of " + type, e);
    }
  }
}
