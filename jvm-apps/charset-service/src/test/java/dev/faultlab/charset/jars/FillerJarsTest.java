package dev.faultlab.charset.jars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FillerJarsTest {
  @TempDir Path folder;

  @Test
  void makesJarsThatDeclareNoProvider() throws Exception {
    FillerJars.run(new String[] {"3", folder.resolve("jars").toString()});

    try (var jars = Files.list(folder.resolve("jars"))) {
      assertThat(jars.map(p -> p.getFileName().toString()))
          .containsExactlyInAnyOrder("filler-001.jar", "filler-002.jar", "filler-003.jar");
    }
    try (JarFile jar = new JarFile(folder.resolve("jars/filler-002.jar").toFile())) {
      assertThat(jar.size()).isEqualTo(21);
      assertThat(jar.getEntry("META-INF/services/java.nio.charset.spi.CharsetProvider")).isNull();
    }
  }

  @Test
  void makesTheSameBytesEachTime() throws Exception {
    FillerJars.write(1, folder.resolve("a"));
    FillerJars.write(1, folder.resolve("b"));
    assertThat(folder.resolve("a/filler-001.jar"))
        .hasSameBinaryContentAs(folder.resolve("b/filler-001.jar"));
  }

  @Test
  void refusesWhatIsNotANumber() {
    assertThatThrownBy(() -> FillerJars.run(new String[] {"many", "x"}))
        .hasMessageContaining("found 'many x'");
  }
}
