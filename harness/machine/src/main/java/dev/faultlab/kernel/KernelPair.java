package dev.faultlab.kernel;

import java.util.List;

/**
 * One kernel built twice: unchanged, and without one change. Declared in {@code
 * kernel-images/<folder>/pair.yaml}.
 *
 * @param folder below {@code kernel-images/}
 * @param title the change, in half a sentence
 * @param source Debian's source package, {@code linux-source-6.1}
 * @param change what the second kernel lacks
 * @param kernels names of the two
 */
record KernelPair(String folder, String title, String source, Change change, Names kernels) {

  /**
   * @param commit the upstream commit, abbreviated
   * @param subject its first line
   * @param takeOut program in the folder that removes the change from a source tree, or fails
   */
  record Change(String commit, String subject, String takeOut) {}

  /**
   * @param with the kernel that has the change
   * @param without the kernel that lacks it
   */
  record Names(String with, String without) {
    List<String> both() {
      return List.of(with, without);
    }
  }

  /** The recipes that affect the bytes, below {@code kernel-images/}. */
  List<String> recipes() {
    return List.of("build-pair", "guest.config", "offsets", folder + "/" + change.takeOut());
  }

  /** The arguments of {@code build-pair} for this pair, in its order. */
  List<String> words() {
    return List.of(
        source,
        kernels.with(),
        kernels.without(),
        change.commit(),
        folder + "/" + change.takeOut());
  }
}
