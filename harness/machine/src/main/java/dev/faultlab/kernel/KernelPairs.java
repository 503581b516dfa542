package dev.faultlab.kernel;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.files.Trees;
import dev.faultlab.guest.KernelName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every pair that is declared below {@code kernel-images/}, by the names of its kernels. */
final class KernelPairs {
  private final List<KernelPair> pairs;
  private final Map<String, KernelPair> byKernel = new LinkedHashMap<>();

  /**
   * @throws ImageException when two kernels have the same name
   */
  KernelPairs(List<KernelPair> pairs) {
    this.pairs = List.copyOf(pairs);
    for (KernelPair pair : pairs) {
      for (String kernel : pair.kernels().both()) {
        KernelPair other = byKernel.putIfAbsent(kernel, pair);
        if (other != null) {
          throw new ImageException(
              "two kernels are called %s: in kernel-images/%s and in kernel-images/%s"
                  .formatted(kernel, other.folder(), pair.folder()));
        }
      }
    }
  }

  /**
   * @param recipes the folder {@code kernel-images}
   * @throws ImageException with the file when a declaration does not make sense
   */
  static KernelPairs read(Path recipes) {
    return new KernelPairs(
        Trees.children(recipes).stream()
            .filter(folder -> Files.isRegularFile(folder.resolve(PairReader.FILE)))
            .map(PairReader::read)
            .toList());
  }

  List<KernelPair> all() {
    return pairs;
  }

  /**
   * The pair that a kernel belongs to.
   *
   * @throws NoSuchImageException when no pair has a kernel of that name
   */
  KernelPair of(KernelName.Built kernel) {
    KernelPair pair = byKernel.get(kernel.name());
    if (pair == null) {
      throw new NoSuchImageException(
          "no kernel is called '%s'; expected %s, %s"
              .formatted(
                  kernel.name(), String.join(", ", byKernel.keySet()), KernelName.OTHER_FORMS));
    }
    return pair;
  }
}
