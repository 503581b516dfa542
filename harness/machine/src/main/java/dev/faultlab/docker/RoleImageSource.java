package dev.faultlab.docker;

import java.util.Map;

/** Brings the images that our own containers start from. */
@FunctionalInterface
public interface RoleImageSource {
  /**
   * The name of a role's image, which is on this machine afterwards.
   *
   * @param args in place of the role's defaults
   * @throws NoSuchImageException when the role, an argument or a value does not exist
   * @throws ImageException when the image is unavailable now
   */
  String image(String role, Map<String, String> args);

  /** What a registry has of all that recipes build. */
  default Prebuilt prebuilt() {
    return Prebuilt.NONE;
  }
}
