package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.run.ImageSource.Image;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What counts as the image that was recorded. */
class ImageLockTest {
  private static final String ID = "sha256:" + "01".repeat(32);
  private static final String OTHER = "sha256:" + "02".repeat(32);
  private static final String KERNEL = "6.1.1-faultlab, linux-source-6.1 6.1.1, image " + ID;

  private final ImageLock lock =
      new ImageLock(
          "charset.json",
          Map.of(
              Requirement.parse("jre:JDK=17"), Set.of("faultlab/jre:aa " + ID),
              Requirement.parse("kernel:unfixed"), Set.of(KERNEL),
              Requirement.parse("kvm-device"), Set.of("/dev/kvm")),
          Map.of());

  @Test
  void theIdDecidesAndNotTheName() {
    accepted("jre:JDK=17", "faultlab/jre:aa " + ID);
    accepted("jre:JDK=17", "acme/jre:17 " + ID + ", {JDK=17} for newest");
    refused("jre:JDK=17", "faultlab/jre:aa " + OTHER);
  }

  @Test
  void aKernelIsAllThatIsSaidOfIt() {
    accepted("kernel:unfixed", KERNEL);
    refused("kernel:unfixed", KERNEL.replace("01", "02"));
  }

  @Test
  void aDeviceBelongsToTheMachine() {
    accepted("kvm-device", "/dev/null");
  }

  @Test
  void anImageOfARegistryCanBePulledByItsDigest() {
    String digest = "eclipse-temurin@" + ID;
    ImageLock pulled =
        new ImageLock(
            "charset.json",
            Map.of(Requirement.parse("jre:JDK=17"), Set.of("eclipse-temurin:17-jre " + ID)),
            Map.of("jre:JDK=17", Set.of(digest)));
    Image moved =
        new Image(
            "eclipse-temurin:17-jre",
            "eclipse-temurin:17-jre " + OTHER,
            Optional.of("eclipse-temurin@" + OTHER));
    assertThatThrownBy(() -> pulled.require(Map.of(Requirement.parse("jre:JDK=17"), moved)))
        .hasMessageContaining(
            "docker pull " + digest + " && docker tag " + digest + " eclipse-temurin:17-jre");
  }

  private void accepted(String role, String origin) {
    assertThatCode(() -> lock.require(Map.of(Requirement.parse(role), new Image("n", origin))))
        .doesNotThrowAnyException();
  }

  private void refused(String role, String origin) {
    assertThatThrownBy(() -> lock.require(Map.of(Requirement.parse(role), new Image("n", origin))))
        .isInstanceOf(LabException.class)
        .hasMessageContaining(role)
        .hasMessageContaining(origin);
  }
}
