package dev.faultlab.image;

import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.machine.Workspace;
import java.util.Map;

/**
 * Whether registries' images are taken, or all are built here: {@code FAULTLAB_IMAGES} of the
 * environment decides, or else of this clone's {@code .env}.
 */
final class Preference {
  private static final String VARIABLE = "FAULTLAB_IMAGES";
  private static final String OFFICIAL = "official";
  private static final String BUILT = "built";

  private final Workspace workspace;
  private boolean prefersBuilt;

  Preference(Workspace workspace, Map<String, String> environment) {
    this.workspace = workspace;
    String value = environment.getOrDefault(VARIABLE, "");
    String word = value.isEmpty() ? DotEnv.value(workspace, VARIABLE).orElse(OFFICIAL) : value;
    if (!word.equals(BUILT) && !word.equals(OFFICIAL)) {
      throw new NoSuchImageException(VARIABLE + "=" + word + ": expected official or built");
    }
    this.prefersBuilt = word.equals(BUILT);
  }

  /**
   * Chooses for this clone, which stores it in its {@code .env}; the environment takes precedence.
   *
   * @param always whether images are always built, even where a registry has the official one
   */
  void preferBuilt(boolean always) {
    DotEnv.set(workspace, Map.of(VARIABLE, always ? BUILT : OFFICIAL));
    prefersBuilt = always;
  }

  boolean takesOfficial() {
    return !prefersBuilt;
  }
}
