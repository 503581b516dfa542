package dev.faultlab.run;

import dev.faultlab.lab.Release;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the images of a run come from, and what else its stacks need by a role. */
public interface ImageSource {

  /**
   * Something that a stack is made of.
   *
   * @param name what compose is given
   * @param origin what the result says of it: content id, source, compiler; never a path of this
   *     machine
   * @param digest what a registry calls it, {@code NAME@sha256:...}; empty where none does
   */
  record Image(String name, String origin, Optional<String> digest) {
    /** Of something that comes from no registry. */
    public Image(String name, String origin) {
      this(name, origin, Optional.empty());
    }
  }

  /**
   * Resolves roles; builds or pulls what is missing.
   *
   * @return role to image, for every role given
   */
  Map<String, Image> resolve(Collection<String> roles) throws InterruptedException;

  /**
   * What of these is not here yet and would be made or pulled; no registry is asked.
   *
   * @throws RuntimeException when one of them is no name that means something
   */
  List<String> missing(Collection<String> roles);

  /**
   * The version that {@code newest} stands for in a role today, e.g. in {@code jre:JDK=newest}.
   *
   * @throws RuntimeException when nothing says what the newest is
   */
  String newest(String role);

  /**
   * The releases that can stand in a role, the oldest first.
   *
   * @param role with an axis in braces, e.g. {@code jre:JDK={jdk}}
   * @throws RuntimeException when nothing lists them, or the list cannot be read now
   */
  List<Release> releases(String role);

  /**
   * What is installed in the image of a role, to its version, by the image's own package manager;
   * empty where it has none that is understood, as for kernels.
   */
  Map<String, String> packages(String role);
}
