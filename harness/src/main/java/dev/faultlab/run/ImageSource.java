package dev.faultlab.run;

import java.util.Collection;
import java.util.Map;

/** Where the images of a run come from. */
public interface ImageSource {

  /**
   * A usable image.
   *
   * @param name what compose is given
   * @param id content id, for provenance
   */
  record Image(String name, String id) {}

  /**
   * Resolves roles; builds or pulls what is missing.
   *
   * @return role to image, for every role given
   */
  Map<String, Image> resolve(Collection<String> roles) throws InterruptedException;
}
