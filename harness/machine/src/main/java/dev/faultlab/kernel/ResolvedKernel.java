package dev.faultlab.kernel;

import java.util.List;

/**
 * A name together with what it stands for now, so that a later meaning gets a place of its own.
 *
 * @param version which bytes: a package and its version, a file's hash, an image's id; of a kernel
 *     that we build its name again, since the recipes are in the key of its folder
 */
record ResolvedKernel(KernelName name, String version) {

  /** Package and version, where it is a package. */
  List<String> words() {
    return List.of(version.split(" "));
  }
}
