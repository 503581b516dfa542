package dev.faultlab.charset.jars;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Makes jars for the class path of a program that has many dependencies.
 *
 * <p>None declares a provider: a search for {@code META-INF/services/...} opens each of them and
 * finds nothing, as it does in the jars of a real application. Each holds a few entries, so that
 * the search in its directory is not a search in an empty one.
 */
public final class FillerJars {
  private static final int ENTRIES = 20;
  private static final int MOST = 999;

  private FillerJars() {}

  /**
   * {@code N FOLDER}: writes {@code filler-001.jar} to {@code filler-N.jar}.
   *
   * @throws IllegalArgumentException on another number of arguments or an N out of 0 to 999
   */
  public static void run(String[] arguments) throws IOException {
    if (arguments.length != 2 || !arguments[0].matches("\\d{1,3}")) {
      throw new IllegalArgumentException(
          "jars: found '"
              + String.join(" ", arguments)
              + "', expected a number up to "
              + MOST
              + " and a folder");
    }
    write(Integer.parseInt(arguments[0]), Paths.get(arguments[1]));
  }

  static void write(int jars, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (int jar = 1; jar <= jars; jar++) {
      String name = String.format("filler-%03d", jar);
      try (OutputStream file = Files.newOutputStream(folder.resolve(name + ".jar"))) {
        fill(name, file);
      }
    }
  }

  private static void fill(String name, OutputStream file) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
    try (JarOutputStream jar = new JarOutputStream(file, manifest)) {
      for (int i = 0; i < ENTRIES; i++) {
        JarEntry entry = new JarEntry("dev/faultlab/filler/" + name + "/entry-" + i + ".txt");
        entry.setTime(0); // the same bytes on every run
        jar.putNextEntry(entry);
        jar.write(name.getBytes(StandardCharsets.US_ASCII));
        jar.closeEntry();
      }
    }
  }
}
