package dev.faultlab.charset.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.charset.ChildJvm;
import dev.faultlab.charset.jars.FillerJars;
import dev.faultlab.charset.provider.CountingProvider;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in a JVM of its own, whose class path has jars before the provider. */
class CrowdedDecodesTest {
  @TempDir Path folder;

  @Test
  void everyLookUpHasToPassTheJarThatIsHeld() throws Exception {
    JsonNode report = crowd("--way", "name", "--mix", "UTF-8,MS932,US-ASCII,x-faultlab-a");
    assertThat(report.at("/waiting").asInt()).isEqualTo(8);
    assertThat(report.at("/servedWhileHeld").asInt()).isZero();
    assertThat(report.at("/served").asInt()).isEqualTo(8);
    assertThat(report.at("/waitingIn/0").asText()).isEqualTo("java.util.zip.ZipFile.getEntry");
    assertThat(report.at("/free/decodes").asInt()).isEqualTo(8 * 20 * 4);
    assertThat(report.at("/free/lookups").asInt()).isPositive();
  }

  @Test
  void nobodyWaitsWithKeptCharsetsOrWithNamesThatAreRemembered() throws Exception {
    for (JsonNode report :
        List.of(
            crowd("--way", "kept", "--mix", "UTF-8,MS932,US-ASCII,x-faultlab-a"),
            crowd("--way", "name", "--mix", "UTF-8,MS932,US-ASCII"))) {
      assertThat(report.at("/waiting").asInt()).isZero();
      assertThat(report.at("/servedWhileHeld").asInt()).isEqualTo(8);
    }
  }

  @Test
  void everyThreadNeedsTheLockOfTheJdksOwnCharsetsForThreeNames() throws Exception {
    JsonNode report = standard("--way", "name", "--mix", "UTF-8,ISO-8859-15,windows-1252");
    assertThat(report.at("/waiting").asInt()).isEqualTo(8);
    assertThat(report.at("/servedWhileHeld").asInt()).isZero();
    assertThat(report.at("/served").asInt()).isEqualTo(8);
    assertThat(report.at("/waitingIn/0").asText()).endsWith(".charsetForName");
  }

  @Test
  void noThreadNeedsThatLockForTwoNamesOrKeptCharsets() throws Exception {
    for (JsonNode report :
        List.of(
            standard("--way", "name", "--mix", "UTF-8,windows-1252"),
            standard("--way", "kept", "--mix", "UTF-8,ISO-8859-15,windows-1252"))) {
      assertThat(report.at("/waiting").asInt()).isZero();
      assertThat(report.at("/servedWhileHeld").asInt()).isEqualTo(8);
    }
  }

  @Test
  void refusesALockThatItDoesNotKnow() {
    assertThatThrownBy(() -> crowd("--way", "name", "--mix", "UTF-8", "--held", "none"))
        .hasMessageContaining("expected jar or standard-charsets");
  }

  @Test
  void refusesAJarThatIsNotThere() {
    assertThatThrownBy(() -> crowd("--way", "name", "--mix", "x-faultlab-a", "--jar", "none.jar"))
        .hasMessageContaining("found 'none.jar'");
  }

  private JsonNode standard(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("--held", "standard-charsets"));
    all.addAll(List.of(arguments));
    return crowd(all.toArray(String[]::new));
  }

  private JsonNode crowd(String... arguments) throws Exception {
    FillerJars.run(new String[] {"3", folder.toString()});
    List<String> path = new ArrayList<>();
    for (String jar : List.of("filler-001.jar", "filler-002.jar", "filler-003.jar")) {
      path.add(folder.resolve(jar).toString());
    }
    path.add(ChildJvm.home(CrowdedDecodes.class).toString());
    path.add(ChildJvm.home(CountingProvider.class).toString());
    List<String> command =
        new ArrayList<>(
            List.of(
                "--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
                "--add-opens=java.base/java.nio.charset=ALL-UNNAMED",
                "-cp",
                String.join(File.pathSeparator, path),
                "dev.faultlab.charset.Main",
                "crowd",
                "--threads",
                "8",
                "--rounds",
                "20"));
    command.addAll(List.of(arguments));
    return ChildJvm.report(folder, command);
  }
}
