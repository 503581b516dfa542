package dev.faultlab.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.RunForm;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An upgrade that changes two things says so. */
class BaseLibrariesTest {
  private static final Upgrade ASKED = SampleUpgrade.of(RunForm.SHORT, "jdk=8", "jdk=17", "jdk=25");
  private static final Scope SCOPE = SampleUpgrade.scope(ASKED, SampleUpgrade.CHARSET);

  private static final Map<Requirement, Map<String, String>> IMAGES =
      Map.of(
          Requirement.parse("jre:JDK=8"),
          Map.of("libc6", "2.41", "apt", "3.0", "libgcc", "14", "openjdk-8", "8u", "tar", "1"),
          Requirement.parse("jre:JDK=17"),
          Map.of("libc6", "2.36", "apt", "2.6", "libgcc", "12", "openjdk-17", "17.0", "tar", "1"),
          Requirement.parse("jre:JDK=25"),
          Map.of("libc6", "2.41", "apt", "3.0", "libgcc", "14", "openjdk-25", "25.0", "tar", "1"));

  @Test
  void whatBothImagesHaveInOtherVersionsIsTold() {
    assertThat(new BaseLibraries(IMAGES::get).of(ASKED, SCOPE))
        .containsExactly(
            new Difference(
                "charset",
                0,
                "packages in JRE_IMAGE",
                "libc6 2.41, libgcc 14, apt 3.0",
                "libc6 2.36, libgcc 12, apt 2.6",
                false));
  }

  @Test
  void anImageThatDoesNotSayWhatItHoldsChangesNothing() {
    assertThat(new BaseLibraries(role -> Map.of()).of(ASKED, SCOPE)).isEmpty();
  }
}
