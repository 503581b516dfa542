package dev.faultlab.guest;

import java.util.List;

/**
 * A name with what it means now, so that a later meaning gets its own place.
 *
 * @param version exact content: a package and its version, a file's hash, or an image's id; for a
 *     kernel that we build its name again, because the recipes are in the key of its folder
 */
public record ResolvedKernel(KernelName name, String version) {

  /** Package and version, if it is a package. */
  public List<String> words() {
    return List.of(version.split(" "));
  }
}
