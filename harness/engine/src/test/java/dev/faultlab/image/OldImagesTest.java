package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.docker.ContainerUsage;
import dev.faultlab.machine.Leftover;
import dev.faultlab.machine.UsageLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OldImagesTest extends TestClone {
  private static final Instant NOW = Instant.parse("2026-06-15T12:00:00Z");
  private static final Instant WEEK_AGO = NOW.minus(Duration.ofDays(7));

  @BeforeEach
  void declareRoles() throws IOException {
    declare("roles:\n  tool: { args: { V: 1 } }\n", "tool");
  }

  @Test
  void whatTodaysRecipeMakesStaysWithAnyArgument() throws IOException {
    resolve("1");
    resolve("2");
    usedLast(NOW.minus(Duration.ofDays(100)));
    assertThat(old()).isEmpty();
  }

  @Test
  void whatAnOlderRecipeMadeGoesOnceNobodyHasUsedItForAWeek() throws IOException {
    String image = resolve("2");
    recipe("FROM scratch\nUSER 1\n");
    usedLast(NOW.minus(Duration.ofDays(6)));
    assertThat(old()).isEmpty();
    usedLast(NOW.minus(Duration.ofDays(8)));
    assertThat(old()).containsExactly("image " + image);

    found().leftovers().forEach(leftover -> leftover.removal().run());
    assertThat(engine.images).isEmpty();
  }

  @Test
  void whatAContainerIsMadeOfStaysInTheEngine() throws IOException {
    String image = resolve("2");
    recipe("FROM scratch\nUSER 1\n");
    usedLast(NOW.minus(Duration.ofDays(8)));
    engine.occupied = engine.images.get(image) + "\n";
    assertThat(old()).isEmpty();
    engine.occupied = image + "\n";
    assertThat(old()).isEmpty();
  }

  @Test
  void anImageOfARoleThatIsNoMoreGoesAndOtherPeoplesImagesStay() throws IOException {
    String gone = "faultlab/gone:0123456789abcdef";
    new UsageLog(workspace.cache()).note(gone, "gone");
    usedLast(NOW.minus(Duration.ofDays(8)));
    engine.images.put(gone, "sha256:gone");
    engine.images.put("debian:bookworm-slim", "sha256:debian");
    assertThat(old()).containsExactly("image faultlab/gone:0123456789abcdef");
    String checked = "faultlab-check/shop:0123abcd";
    engine.images.put(checked, "sha256:checked");
    assertThat(old()).as("of another user").hasSize(1);
    new UsageLog(workspace.cache()).note(checked, "");
    assertThat(old()).as("of today").hasSize(1);
    usedLast(NOW.minus(Duration.ofDays(8)));
    assertThat(old()).contains("image " + checked);
    engine.images.remove(checked);
    assertThat(found().staying()).isEqualTo(Set.of("sha256:debian"));
    assertThat(found().leftovers().get(0).bytes()).isEqualTo(1 << 20);
  }

  @Test
  void whatAKilledBuildLeftGoes() throws IOException {
    Path context = workspace.cache().directory("contexts").resolve("faultlab-tool-1");
    Files.writeString(Files.createDirectory(context).resolve("Dockerfile"), "FROM scratch\n");
    Files.setLastModifiedTime(context, FileTime.from(NOW.minus(Duration.ofDays(8))));
    assertThat(old()).containsExactly("contexts/faultlab-tool-1");
  }

  private List<String> old() {
    return found().leftovers().stream().map(Leftover::what).toList();
  }

  private OldImages.Inventory found() {
    return resolver().old().find(ContainerUsage.now(engine), WEEK_AGO);
  }

  private String resolve(String version) {
    return resolver().resolve("tool", Map.of("V", version)).name();
  }

  private void recipe(String text) throws IOException {
    Files.writeString(workspace.images().resolve("tool/Dockerfile"), text);
  }

  private void usedLast(Instant when) throws IOException {
    try (Stream<Path> files = Files.list(workspace.cache().directory("uses"))) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(when));
      }
    }
  }
}
