package dev.faultlab.charset.jars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneJarTest {
  private static final String PROVIDERS = "META-INF/services/java.nio.charset.spi.CharsetProvider";

  @TempDir Path folder;
  private String classPath;

  @BeforeEach
  void twoJars() throws IOException {
    jar("a.jar", Map.of(PROVIDERS, "one.Provider", "one/same.txt", "first"));
    jar("b.jar", Map.of(PROVIDERS, "two.Provider", "one/same.txt", "second", "two/own.txt", "own"));
    classPath =
        List.of("a.jar", "b.jar").stream()
            .map(name -> folder.resolve(name).toString())
            .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void anIndexNamesEachFolderUnderTheJarsThatHaveIt() throws IOException {
    IndexedJar.run(new String[] {folder.resolve("one.jar").toString(), classPath});

    assertThat(text("META-INF/INDEX.LIST"))
        .isEqualTo(
            "JarIndex-Version: 1.0\n\n%sa.jar\nMETA-INF/services\none\n\n%sb.jar\nMETA-INF/services\none\ntwo\n\n"
                .formatted(folder.toUri(), folder.toUri()));
    try (JarFile jar = new JarFile(folder.resolve("one.jar").toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Class-Path"))
          .isEqualTo(folder.toUri() + "a.jar " + folder.toUri() + "b.jar");
    }
  }

  @Test
  void aMergedJarHasTheFirstFileOfANameAndTheDeclarationsOfAll() throws IOException {
    MergedJar.run(new String[] {folder.resolve("one.jar").toString(), classPath});

    assertThat(text("one/same.txt")).isEqualTo("first");
    assertThat(text("two/own.txt")).isEqualTo("own");
    assertThat(text(PROVIDERS)).isEqualTo("one.Provider\ntwo.Provider\n");
  }

  @Test
  void refusesACallWithoutClassPath() {
    assertThatThrownBy(() -> MergedJar.run(new String[] {"one.jar"}))
        .hasMessageContaining("expected a file to make and a class path");
  }

  private void jar(String name, Map<String, String> files) throws IOException {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        jar.putNextEntry(new JarEntry(file.getKey()));
        jar.write(file.getValue().getBytes(StandardCharsets.UTF_8));
        jar.closeEntry();
      }
    }
  }

  private String text(String name) throws IOException {
    try (JarFile jar = new JarFile(folder.resolve("one.jar").toFile())) {
      return new String(
          jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
