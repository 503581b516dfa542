package dev.faultlab.image;

/**
 * What fills a role on this machine.
 *
 * @param request that it fulfils, with exact versions
 * @param name by which the engine knows the image
 * @param id of the image's content, {@code sha256:...}, for the provenance of a run
 * @param origin how it came to this machine
 */
public record ResolvedImage(ImageRequest request, String name, String id, Origin origin) {

  /** Where an image comes from. */
  public enum Origin {
    /** Named by the user in the environment. */
    GIVEN,
    /** The official image, pulled now or at some time before. */
    OFFICIAL,
    /** Built from our recipe on another machine, see {@link dev.faultlab.docker.Prebuilt}. */
    PREBUILT,
    /** Built from our recipe, now or at some time before. */
    BUILT
  }
}
