package dev.faultlab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ContainerLimitsTest {
  private static final Pattern STARTS = Pattern.compile("\"docker\",\\s*\"run\"");

  @Test
  void sayWhatAContainerMayTake() {
    assertThat(ContainerLimits.words(64))
        .containsExactly(
            "--memory", "64m", "--pids-limit", "2048", "--security-opt", "no-new-privileges:true");
  }

  /** One that is started somewhere new has them as well. */
  @Test
  void everyContainerThatIsStartedBesideAStackHasThem() throws IOException {
    List<Path> starting;
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      starting =
          files
              .filter(file -> file.toString().matches(".*/src/main/java/.*[.]java"))
              .filter(file -> STARTS.matcher(read(file)).find())
              .toList();
    }
    assertThat(starting).hasSizeGreaterThan(5);
    assertThat(starting)
        .allSatisfy(file -> assertThat(read(file)).contains("ContainerLimits.words("));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
