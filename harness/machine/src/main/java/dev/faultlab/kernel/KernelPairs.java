package dev.faultlab.kernel;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.files.Trees;
import dev.faultlab.guest.KernelName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/** Every pair that is declared below {@code kernel-images/}, by the names of its kernels. */
public final class KernelPairs {
  private final Map<String, KernelPair> known = new LinkedHashMap<>();

  /**
   * @param recipes the folder {@code kernel-images}
   * @throws ImageException with the file when a declaration does not make sense, or when two
   *     kernels have the same name
   */
  public KernelPairs(Path recipes) {
    Trees.children(recipes).stream()
        .filter(folder -> Files.isRegularFile(folder.resolve(KernelPair.FILE)))
        .map(KernelPair::read)
        .forEach(this::add);
  }

  private void add(KernelPair pair) {
    for (String kernel : pair.kernels()) {
      KernelPair other = known.putIfAbsent(kernel, pair);
      if (other != null) {
        throw new ImageException(
            "two kernels are called %s: in kernel-images/%s and in kernel-images/%s"
                .formatted(kernel, other.folder(), pair.folder()));
      }
    }
  }

  /**
   * The kernels of every pair with what distinguishes each: the pair's title, with or without its
   * change. In each pair, the one without the change comes first.
   */
  public Map<KernelName, String> declared() {
    Map<KernelName, String> names = new LinkedHashMap<>();
    for (KernelPair pair : new LinkedHashSet<>(known.values())) {
      KernelPair.PairFile declared = pair.declared();
      String about = declared.title() + " (%s " + declared.change().commit() + ")";
      names.put(new KernelName.Built(declared.kernels().without()), about.replace("%s", "without"));
      names.put(new KernelName.Built(declared.kernels().with()), about.replace("%s", "with"));
    }
    return names;
  }

  /**
   * The pair that a kernel belongs to.
   *
   * @throws NoSuchImageException when no pair has a kernel of that name
   */
  KernelPair of(KernelName.Built kernel) {
    KernelPair pair = known.get(kernel.name());
    if (pair == null) {
      throw new NoSuchImageException(
          "no kernel is called '%s'; expected %s, %s"
              .formatted(kernel.name(), String.join(", ", known.keySet()), KernelName.OTHER_FORMS));
    }
    return pair;
  }
}
