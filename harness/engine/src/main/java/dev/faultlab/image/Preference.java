package dev.faultlab.image;

import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.machine.Workspace;
import java.util.Locale;
import java.util.Map;

/**
 * Which image fills a role that has an official one and a recipe. A clone stores its choice in its
 * {@code .env}, as {@value #VARIABLE}; the environment takes precedence.
 */
public enum Preference {
  /** The official image where a registry has it, else one built from our recipe. */
  OFFICIAL,
  /** Always one built from our recipe; registries of images are not asked. */
  BUILT;

  static final String VARIABLE = "FAULTLAB_IMAGES";

  /**
   * The choice in force.
   *
   * @throws NoSuchImageException when the value is neither
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

  /** As .env writes it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
