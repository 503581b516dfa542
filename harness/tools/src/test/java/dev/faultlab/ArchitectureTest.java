package dev.faultlab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What Maven's modules cannot say of the packages inside them. */
@AnalyzeClasses(packages = "dev.faultlab", importOptions = ArchitectureTest.WithoutTests.class)
class ArchitectureTest {

  /** Other modules' tests come as jars, or as folders, depending on how far Maven goes. */
  static final class WithoutTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes/") && !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.faultlab.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule packagesHaveNoCyclesInside =
      slices().matching("dev.faultlab.(**)").should().beFreeOfCycles();

  /** A report shows what a run has decided; it decides nothing. */
  @ArchTest
  static final ArchRule reportsDoNotJudge =
      noClasses()
          .that()
          .resideInAPackage("dev.faultlab.report..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.faultlab.pattern..");

  /** The class path, which the other modules are compiled with, knows no exports. */
  @ArchTest
  static final ArchRule captureKeepsItsLinkLayers =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.faultlab.capture..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.faultlab.capture.link..");

  /** A team that reads captures gets neither our labs nor a JSON library with it. */
  @ArchTest
  static final ArchRule detectorsStandAlone =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.faultlab.capture..",
              "dev.faultlab.pattern..",
              "dev.faultlab.seen..",
              "dev.faultlab.diagnose..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.fasterxml..", "com.github.dockerjava..", "picocli..");

  /** One set of settings: what one command writes another reads. */
  @ArchTest
  static final ArchRule jsonHasItsSettingsInOnePlace =
      noClasses()
          .that()
          .doNotBelongToAnyOf(Json.class)
          .should()
          .callConstructor(ObjectMapper.class)
          .orShould()
          .callConstructor(ObjectMapper.class, JsonFactory.class);

  /** Other packages ask one of these two; containers for other people's tests stand alone. */
  @ArchTest
  static final ArchRule dockerIsReachedInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.faultlab.docker..",
              "dev.faultlab.stack..",
              "dev.faultlab.testcontainers..",
              "dev.faultlab.tools.bench..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.github.dockerjava..", "org.testcontainers..");

  /** A container that is started elsewhere may have no limits, and no label to be found by. */
  @Test
  void theDockerCommandIsWrittenInOnePlace() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("../.."))) {
      assertThat(
              files
                  .filter(file -> file.toString().matches(".*/src/main/java/.*[.]java"))
                  .filter(file -> read(file).contains("\"docker\"")))
          .singleElement()
          .satisfies(file -> assertThat(file).endsWith(Path.of("docker/DockerCommand.java")));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
