package dev.faultlab.image;

import java.util.Map;
import java.util.Optional;

/**
 * What fills a role on this machine.
 *
 * @param role name of the role
 * @param args its arguments
 * @param variable of compose.yaml that is to carry {@code name}
 * @param name by which the engine knows the image
 * @param id of the image's content, {@code sha256:...}, for the provenance of a run
 * @param origin how it came here
 */
public record ResolvedImage(
    String role,
    Map<String, String> args,
    Optional<String> variable,
    String name,
    String id,
    Origin origin) {

  /** Where an image comes from. */
  public enum Origin {
    /** Named by the user in the environment. */
    GIVEN,
    /** The official image, pulled now or at some time before. */
    OFFICIAL,
    /** Built from our recipe, now or at some time before. */
    BUILT
  }
}
