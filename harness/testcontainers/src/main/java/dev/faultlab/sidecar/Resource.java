package dev.faultlab.sidecar;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Files beside the classes of this library, such as scripts. */
public final class Resource {
  private Resource() {}

  /**
   * The bytes of a file.
   *
   * @throws IllegalStateException when it is not there
   */
  public static byte[] bytes(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar has no file " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  public static String text(Class<?> beside, String name) {
    return new String(bytes(beside, name), StandardCharsets.UTF_8);
  }
}
