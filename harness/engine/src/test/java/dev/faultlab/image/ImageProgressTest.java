package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.docker.ImageException;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images that are made at a time that a test says: how long the rest takes. */
class ImageProgressTest {
  @TempDir private Path cache;
  private DurationLog took;
  private ImageProgress making;
  private long now;

  @BeforeEach
  void begin() {
    took = new DurationLog(new CacheDir(cache));
    making = new ImageProgress(Progress.silent(), took, 2, () -> now);
  }

  @Test
  void saysNothingOfWhatWasNeverMadeHere() {
    took.note("build base", 120);
    left("base", "jre", "k6");

    assertThat(making.words()).isEmpty();
  }

  @Test
  void imagesAreMadeSideBySideButNotBeforeWhatTheyStandOn() {
    took.note("build base", 120);
    took.note("build jre", 60);
    took.note("build k6", 180);
    left("base", "jre", "k6");
    assertThat(making.words()).as("2 + 3 minutes, and 1 beside").isEqualTo("about 5 min left");

    make("base", 120);
    assertThat(making.words()).as("3 minutes, and 1 beside").isEqualTo("about 3 min left");
    took.note("build jre", 180);
    took.note("build go", 180);
    left("jre", "k6", "go");
    assertThat(making.words()).as("9 minutes, two at a time").isEqualTo("about 5 min left");
  }

  @Test
  void whatGoesOnCountsWithItsRest() {
    took.note("build k6", 300);
    left("k6");

    making.make(
        "k6",
        onLine -> {
          seconds(100);
          assertThat(making.words()).isEqualTo("about 3 min left");
          seconds(180);
          assertThat(making.words()).isEqualTo("under a minute left");
          seconds(60);
          assertThat(making.words()).as("longer than the last time").isEmpty();
          return true;
        });
    assertThat(making.words()).as("all is there").isEmpty();
  }

  @Test
  void whatDidNotComeMakesTheRestUnclearUntilItIsKnownWhatIsLeft() {
    took.note("build jre", 120);
    took.note("build k6", 120);
    left("jre", "k6");
    making.make("jre", onLine -> false);
    assertThat(making.words()).isEmpty();

    left("jre", "k6");
    assertThat(making.words()).isEqualTo("about 2 min left");
    assertThatThrownBy(
            () ->
                making.make(
                    "jre",
                    onLine -> {
                      throw new ImageException("no more");
                    }))
        .hasMessage("no more");
    assertThat(making.words()).isEmpty();
  }

  @Test
  void howLongItTookIsKnownTheNextTimeAndNotByWhatFailed() throws IOException {
    left("jre", "k6");
    make("jre", 90);
    making.make(
        "k6",
        onLine -> {
          seconds(10);
          return false;
        });

    DurationLog later = new DurationLog(new CacheDir(cache));
    assertThat(later.seconds("build jre")).hasValue(90.0);
    assertThat(later.seconds("build k6")).isEmpty();
    assertThat(later.seconds("pull jre")).isEmpty();

    Files.writeString(cache.resolve("took/build-jre"), "");
    assertThat(new DurationLog(new CacheDir(cache)).seconds("build jre")).isEmpty();
  }

  /** Of these only the base stands on nothing. */
  private void left(String... roles) {
    Map<String, ImageProgress.Part> parts = new LinkedHashMap<>();
    for (String role : roles) {
      List<String> after = role.equals("base") ? List.of() : List.of("base");
      parts.put(role, new ImageProgress.Part(role, "build " + role, after));
    }
    making.left(parts);
  }

  private void make(String role, int seconds) {
    making.make(
        role,
        onLine -> {
          seconds(seconds);
          return true;
        });
  }

  private void seconds(int passed) {
    now += passed * 1_000_000_000L;
  }
}
