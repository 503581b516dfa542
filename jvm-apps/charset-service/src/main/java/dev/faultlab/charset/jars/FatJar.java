package dev.faultlab.charset.jars;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * Makes a jar that Spring Boot's launcher starts: the launcher's classes at its root, the jars of a
 * class path in {@code BOOT-INF/lib}, which are stored as they are, because they are read in place.
 *
 * <p>The launcher gives the program a class loader of its own. The system class loader sees the
 * root and no jar inside, and that is the one with which {@code Charset} looks for providers (JDK 8
 * to 25; Spring Boot's reference, "Executable Jar Restrictions").
 */
public final class FatJar {
  private static final String LAUNCHER = "org/springframework/boot/loader/";

  private FatJar() {}

  /**
   * {@code FILE LOADER.jar:A.jar:B.jar}, where the first is Spring Boot's loader.
   *
   * @throws IllegalArgumentException on another number of arguments
   */
  public static void run(String[] arguments) throws IOException {
    JarGroup group = JarGroup.of(arguments);
    Path loader = group.jars.get(0);
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, "org.springframework.boot.loader.JarLauncher");
    main.putValue("Start-Class", "dev.faultlab.charset.Main");
    try (OutputStream file = Files.newOutputStream(group.one);
        JarOutputStream jar = new JarOutputStream(file, manifest);
        JarFile open = new JarFile(loader.toFile())) {
      for (String name : JarGroup.files(loader)) {
        if (name.startsWith(LAUNCHER)) {
          jar.putNextEntry(new JarEntry(name));
          JarGroup.copy(open, name, jar);
          jar.closeEntry();
        }
      }
      for (Path inside : group.jars.subList(1, group.jars.size())) {
        store(inside, jar);
      }
    }
  }

  private static void store(Path inside, JarOutputStream jar) throws IOException {
    byte[] bytes = Files.readAllBytes(inside);
    CRC32 crc = new CRC32();
    crc.update(bytes);
    JarEntry entry = new JarEntry("BOOT-INF/lib/" + inside.getFileName());
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(crc.getValue());
    jar.putNextEntry(entry);
    jar.write(bytes);
    jar.closeEntry();
  }
}
