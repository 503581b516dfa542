package dev.faultlab.charset.jars;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/**
 * Makes a jar that says of each folder in which jars it lies, so that a search opens those alone.
 *
 * <p>It is the JAR index, {@code META-INF/INDEX.LIST}, that {@code jar -i} wrote. A JDK that reads
 * it ignores the manifest's {@code Class-Path}; one that does not, follows that one and finds the
 * same jars. (JAR file specification of Java SE 8, "JAR Index".)
 */
public final class IndexedJar {
  private IndexedJar() {}

  /**
   * {@code FILE A.jar:B.jar}.
   *
   * @throws IllegalArgumentException on another number of arguments
   */
  public static void run(String[] arguments) throws IOException {
    JarGroup group = JarGroup.of(arguments);
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(
        Attributes.Name.CLASS_PATH,
        group.jars.stream().map(IndexedJar::url).collect(Collectors.joining(" ")));
    try (OutputStream file = Files.newOutputStream(group.one);
        JarOutputStream jar = new JarOutputStream(file, manifest)) {
      jar.putNextEntry(new JarEntry("META-INF/INDEX.LIST"));
      jar.write(index(group).getBytes(StandardCharsets.UTF_8));
      jar.closeEntry();
    }
  }

  private static String index(JarGroup group) throws IOException {
    StringBuilder index = new StringBuilder("JarIndex-Version: 1.0\n\n");
    for (Path jar : group.jars) {
      Set<String> folders = new TreeSet<>();
      for (String name : JarGroup.files(jar)) {
        folders.add(name.substring(0, Math.max(name.lastIndexOf('/'), 0)));
      }
      folders.remove("");
      index.append(url(jar)).append('\n');
      folders.forEach(folder -> index.append(folder).append('\n'));
      index.append('\n');
    }
    return index.toString();
  }

  private static String url(Path jar) {
    return jar.toUri().toString();
  }
}
