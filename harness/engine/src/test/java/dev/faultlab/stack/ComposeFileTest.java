package dev.faultlab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.LabReader;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Asks compose itself, which needs no engine to read a file. */
class ComposeFileTest {
  private static final StackIdentity IDENTITY =
      new StackIdentity("run-1", "boot.7.1", "demo-1", "198.18.7");

  @TempDir Path folder;

  static List<Path> labs() throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("../..", "labs"))) {
      return folders.filter(f -> Files.exists(f.resolve("lab.yaml"))).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("labs")
  void everyLabIsOneFolderThatKeepsTheRules(Path lab) throws InterruptedException {
    String name = lab.getFileName().toString();
    Optional<String> written = new LabReader(List.of(lab.getParent())).read(name).stack().compose();
    ComposeFile file = new ComposeFile(lab.resolve("compose.yaml"), written, new LocalCommands());
    ComposeModel model = file.read(name, IDENTITY, Map.of(), Map.of());

    assertThat(model.problems()).isEmpty();
    assertThat(model.names()).isNotEmpty();
    assertThat(model.placeholders().values()).allMatch(v -> v.startsWith("198.18.7."));
  }

  @Test
  void aLabLiesAnywhereAndNeedsNoProfile() throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("compose.yaml"),
        """
        services:
          app:
            image: ${APP_IMAGE:-nothing}
            volumes: ["./program:/program:ro"]
            environment: {COLOUR: "${COLOUR:-red}"}
            expose: ["${PORT}"]
            networks: {lab: {ipv4_address: "${FAULTLAB_NET}.10"}}
        networks:
          lab: {internal: true}
        """);

    ComposeModel model =
        file(folder.resolve("compose.yaml")).read("any", IDENTITY, Map.of("PORT", "81"), Map.of());

    assertThat(model.placeholders()).containsEntry("endpoint:app", "198.18.7.10:81");
    assertThat(model.problems()).first().asString().contains("service app has no label faultlab.");
  }

  @Test
  void aGeneratedFileIsReadWithoutBeingWritten() throws InterruptedException {
    String text =
        """
        {"services": {"app": {"image": "${APP_IMAGE:-none}", "volumes": ["./program:/program:ro"],
          "networks": {"lab": {"ipv4_address": "${FAULTLAB_NET}.10"}}}},
          "networks": {"lab": {"internal": true}}}
        """;
    ComposeFile file =
        new ComposeFile(folder.resolve("compose.yaml"), Optional.of(text), new LocalCommands());

    ComposeModel model = file.read("any", IDENTITY, Map.of(), Map.of("app", 64));

    assertThat(folder).isEmptyDirectory();
    assertThat(model.placeholders()).containsEntry("address:app", "198.18.7.10");
    assertThat(model.text()).contains("\"mem_limit\":\"67108864\"");
  }

  @Test
  void whatComposeCannotReadIsSaidInItsWords() throws IOException {
    Files.writeString(folder.resolve("compose.yaml"), "services: {app: {imago: x}}");

    assertThatThrownBy(
            () -> file(folder.resolve("compose.yaml")).read("any", IDENTITY, Map.of(), Map.of()))
        .isInstanceOf(StackException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("imago");
  }

  private static ComposeFile file(Path path) {
    return new ComposeFile(path, new LocalCommands());
  }
}
