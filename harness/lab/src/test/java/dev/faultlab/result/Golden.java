package dev.faultlab.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares text with a committed file. {@code -Dgolden.write=true} writes the files instead, to be
 * looked at before they are committed.
 */
public final class Golden {
  private static final Path SOURCES = Path.of("src/test/resources/report");

  public static void check(String name, String text) {
    try {
      if (Boolean.getBoolean("golden.write")) {
        Files.createDirectories(SOURCES);
        Files.writeString(SOURCES.resolve(name), text);
        return;
      }
      try (InputStream in = Golden.class.getResourceAsStream("/report/" + name)) {
        assertThat(in).as("src/test/resources/report/" + name).isNotNull();
        assertThat(text).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
