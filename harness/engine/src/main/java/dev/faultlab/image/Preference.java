package dev.faultlab.image;

import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.machine.Workspace;
import java.util.Locale;
import java.util.Map;

/**
 * Which image fills a role that has an official one and a recipe. The choice of a clone stands in
 * its {@code .env}, as {@value #VARIABLE}; the environment's comes before that.
 */
public enum Preference {
  /** The official one wherever a registry hands it out, else one built from our recipe. */
  OFFICIAL,
  /** Always one built from our recipe; registries of images are not asked. */
  BUILT;

  static final String VARIABLE = "FAULTLAB_IMAGES";

  /**
   * The choice that holds.
   *
   * @throws NoSuchImageException when it is neither
   */
  static Preference of(Workspace workspace, Map<String, String> environment) {
    String said = environment.getOrDefault(VARIABLE, "");
    String word = said.isEmpty() ? DotEnv.value(workspace, VARIABLE).orElse("official") : said;
    for (Preference each : values()) {
      if (each.word().equals(word)) {
        return each;
      }
    }
    throw new NoSuchImageException(VARIABLE + "=" + word + ": expected official or built");
  }

  /** As it is written. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
