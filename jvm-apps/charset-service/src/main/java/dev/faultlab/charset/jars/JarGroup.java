package dev.faultlab.charset.jars;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The jars of a class path, in its order, and the one jar that is to stand for them. */
final class JarGroup {
  private static final int CHUNK = 8192;

  final Path one;
  final List<Path> jars;

  private JarGroup(Path one, List<Path> jars) {
    this.one = one;
    this.jars = jars;
  }

  /**
   * {@code FILE A.jar:B.jar}.
   *
   * @throws IllegalArgumentException on another number of arguments
   */
  static JarGroup of(String[] arguments) {
    if (arguments.length != 2) {
      throw new IllegalArgumentException(
          "found " + arguments.length + " arguments, expected a file to make and a class path");
    }
    List<Path> jars = new ArrayList<>();
    for (String jar : arguments[1].split(File.pathSeparator)) {
      jars.add(Paths.get(jar).toAbsolutePath());
    }
    return new JarGroup(Paths.get(arguments[0]), jars);
  }

  /** The names of a jar's files, without folders. */
  static List<String> files(Path jar) throws IOException {
    List<String> names = new ArrayList<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        if (!entry.isDirectory()) {
          names.add(entry.getName());
        }
      }
    }
    return names;
  }

  /** Writes what a file of an open jar holds. */
  static void copy(JarFile jar, String name, OutputStream to) throws IOException {
    byte[] chunk = new byte[CHUNK];
    try (InputStream from = jar.getInputStream(jar.getEntry(name))) {
      for (int read = from.read(chunk); read >= 0; read = from.read(chunk)) {
        to.write(chunk, 0, read);
      }
    }
  }
}
