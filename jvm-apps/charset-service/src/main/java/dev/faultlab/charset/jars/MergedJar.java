package dev.faultlab.charset.jars;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Makes one jar of many. Of two files of one name the first is taken, as on the class path; the
 * declarations of providers are put together.
 */
public final class MergedJar {
  private static final String PROVIDERS = "META-INF/services/";

  private MergedJar() {}

  /**
   * {@code FILE A.jar:B.jar}.
   *
   * @throws IllegalArgumentException on another number of arguments
   */
  public static void run(String[] arguments) throws IOException {
    JarGroup group = JarGroup.of(arguments);
    Map<String, ByteArrayOutputStream> files = new LinkedHashMap<>();
    for (Path jar : group.jars) {
      try (JarFile open = new JarFile(jar.toFile())) {
        for (String name : JarGroup.files(jar)) {
          if (!files.containsKey(name) || name.startsWith(PROVIDERS)) {
            JarGroup.copy(
                open, name, files.computeIfAbsent(name, n -> new ByteArrayOutputStream()));
            if (name.startsWith(PROVIDERS)) {
              files
                  .get(name)
                  .write('\n'); // the next declaration's first line is not this one's last
            }
          }
        }
      }
    }
    try (OutputStream file = Files.newOutputStream(group.one);
        JarOutputStream jar = new JarOutputStream(file)) {
      for (Map.Entry<String, ByteArrayOutputStream> entry : files.entrySet()) {
        jar.putNextEntry(new JarEntry(entry.getKey()));
        entry.getValue().writeTo(jar);
        jar.closeEntry();
      }
    }
  }
}
