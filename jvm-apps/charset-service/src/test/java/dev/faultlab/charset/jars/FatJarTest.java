package dev.faultlab.charset.jars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.charset.ChildJvm;
import dev.faultlab.charset.Main;
import dev.faultlab.charset.provider.CountingProvider;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop out of a fat jar, in a JVM of its own, on the JDK that runs the tests. */
class FatJarTest {
  private static final String LAUNCHER = "org.springframework.boot.loader.JarLauncher";

  @TempDir Path folder;
  private Path program;
  private Path provider;
  private Path filler;

  @BeforeEach
  void jars() throws Exception {
    FillerJars.write(1, folder);
    filler = folder.resolve("filler-001.jar");
    program = jar("program.jar", ChildJvm.home(Main.class));
    provider = jar("provider.jar", ChildJvm.home(CountingProvider.class));
  }

  @Test
  void theLoadersClassesLieAtTheRootAndTheJarsAreStoredInside() throws Exception {
    try (JarFile jar = new JarFile(fat(program, filler).toFile())) {
      assertThat(jar.getEntry(LAUNCHER.replace('.', '/') + ".class")).isNotNull();
      assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class")).isEqualTo(LAUNCHER);
      assertThat(jar.stream().filter(e -> e.getName().startsWith("BOOT-INF/")))
          .extracting(ZipEntry::getName, ZipEntry::getMethod, ZipEntry::getSize)
          .containsExactly(
              inside("BOOT-INF/lib/program.jar", program),
              inside("BOOT-INF/lib/filler-001.jar", filler));
    }
  }

  @Test
  void aProviderBesideItIsAskedAtEveryUse() throws Exception {
    JsonNode report = bare("name", fat(program, filler), provider);
    assertThat(report.at("/needing").asInt()).isEqualTo(100);
    assertThat(report.at("/lookups").asInt()).isEqualTo(100);
    assertThat(report.at("/classPathEntries").asInt()).isEqualTo(2);
  }

  @Test
  void noneIsWithKeptCharsets() throws Exception {
    JsonNode report = bare("kept", fat(program, filler), provider);
    assertThat(report.at("/needing").asInt()).isEqualTo(100);
    assertThat(report.at("/lookups").asInt()).isZero();
  }

  /** Not because its answer is remembered: each use searches, and does not find it. */
  @Test
  void aProviderInsideItIsNeverAsked() throws Exception {
    JsonNode report = bare("name", fat(program, filler, provider));
    assertThat(report.at("/needing").asInt()).isEqualTo(100);
    assertThat(report.at("/lookups").isNumber())
        .as("the program itself sees the provider")
        .isTrue();
    assertThat(report.at("/lookups").asInt()).isZero();
    double kept =
        report.at("/baseline/allocatedBytes").asDouble()
            / report.at("/baseline/decodes").asDouble();
    double more = report.at("/allocatedBytes").asDouble() - kept * report.at("/decodes").asDouble();
    double walk =
        report.at("/walk/allocatedBytes").asDouble() / report.at("/walk/forced").asDouble();
    assertThat(more / 100 / walk).isGreaterThan(0.5);
  }

  private JsonNode bare(String way, Path... path) throws Exception {
    String joined =
        Stream.of(path).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    return ChildJvm.report(
        folder,
        List.of(
            "-cp",
            joined,
            LAUNCHER,
            "bare",
            "--way",
            way,
            "--mix",
            "UTF-8,Shift_JIS,EUC-JP,x-faultlab-a",
            "--uses",
            "100",
            "--warm-up",
            "100"));
  }

  private Path fat(Path... inside) throws Exception {
    Path fat = folder.resolve("fat.jar");
    String path =
        Stream.concat(Stream.of(ChildJvm.home(Class.forName(LAUNCHER))), Stream.of(inside))
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    FatJar.run(new String[] {fat.toString(), path});
    return fat;
  }

  private static Tuple inside(String name, Path jar) throws IOException {
    return tuple(name, ZipEntry.STORED, Files.size(jar));
  }

  /** A class's jar, or one of its folder where the build has not packed it yet. */
  private Path jar(String name, Path home) throws IOException {
    Path jar = folder.resolve(name);
    if (Files.isRegularFile(home)) {
      return Files.copy(home, jar);
    }
    try (JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(home)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        to.putNextEntry(new JarEntry(home.relativize(file).toString()));
        Files.copy(file, to);
        to.closeEntry();
      }
    }
    return jar;
  }
}
