package dev.faultlab.charset.crowd;

import java.lang.reflect.Field;
import java.nio.file.Paths;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;

/**
 * The jars that the application's class loader holds open.
 *
 * <p>The class path is searched by one object per class loader, {@code URLClassPath}, with one
 * {@link JarFile} per jar, for all threads: {@code sun.misc} in JDK 8, {@code jdk.internal.loader}
 * later, the fields are called the same (JDK 8 to 25). From JDK 9 on {@code --add-opens
 * java.base/jdk.internal.loader=ALL-UNNAMED} is needed.
 */
final class OpenJars {
  private OpenJars() {}

  /**
   * The open jar of a file name.
   *
   * @throws IllegalArgumentException where no search has come to such a jar yet
   */
  static JarFile named(String fileName) throws IllegalAccessException {
    Object path =
        field(ClassLoader.getSystemClassLoader(), "ucp")
            .orElseThrow(() -> new IllegalStateException("this JVM's class loader has no ucp"));
    for (Object loader : (List<?>) field(path, "loaders").get()) {
      Optional<Object> jar = field(loader, "jar"); // a folder's loader has none
      if (jar.isPresent()
          && Paths.get(((JarFile) jar.get()).getName()).endsWith(Paths.get(fileName))) {
        return (JarFile) jar.get();
      }
    }
    throw new IllegalArgumentException(
        "--jar: found '" + fileName + "', expected a jar of the class path before the provider's");
  }

  private static Optional<Object> field(Object of, String name) throws IllegalAccessException {
    for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return Optional.ofNullable(field.get(of));
        }
      }
    }
    return Optional.empty();
  }
}
