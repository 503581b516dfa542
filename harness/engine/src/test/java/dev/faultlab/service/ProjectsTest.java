package dev.faultlab.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.check.Ask;
import dev.faultlab.check.CheckFile;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.run.Provisioning;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProjectsTest {
  private static final CheckFile CHECK =
      new CheckFile(
          Path.of("/p/faultlab.yaml"),
          Path.of("/p/compose.yaml"),
          Ask.parse("GET http://gateway/"),
          List.of());

  private static String writtenImage(int statusWithVariables) throws InterruptedException {
    Commands compose =
        (Command command) -> {
          boolean plain = !command.words().contains("--no-interpolate");
          String image = plain ? "haproxy:2.6" : "haproxy:${VERSION:-2.6}";
          return new CommandResult(
              plain ? 0 : statusWithVariables,
              "{\"services\": {\"gateway\": {\"image\": \"%s\"}}}".formatted(image),
              "",
              Duration.ZERO);
        };
    return new Projects(new Provisioning(null, compose, null, Map.of(), List.of()))
        .writtenImage(CHECK);
  }

  @Test
  void anImageIsReadWithItsVariables() throws InterruptedException {
    assertThat(writtenImage(0)).isEqualTo("haproxy:${VERSION:-2.6}");
  }

  /** Compose: invalid spec: ./${CONFIG}.cfg:/etc/haproxy.cfg:ro: too many colons. */
  @Test
  void whereComposeReadsNoVariablesTheImageIsReadWithout() throws InterruptedException {
    assertThat(writtenImage(15)).isEqualTo("haproxy:2.6");
  }
}
