package dev.faultlab.run;

import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where that comes from of which the stacks of a run are made. */
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
   * Provides all of these; builds or pulls what is missing.
   *
   * @return what fills each
   */
  Map<Requirement, Image> resolve(Collection<Requirement> wanted) throws InterruptedException;

  /**
   * What of these is not here yet and would be made or pulled; no registry is asked.
   *
   * @throws RuntimeException when one of them is no name that means something
   */
  List<String> missing(Collection<Requirement> wanted);

  /**
   * The newest of the releases that can take the place of an axis.
   *
   * @param template with the axis in braces, e.g. {@code jre:JDK={jdk}}
   * @throws RuntimeException when nothing says what the newest is
   */
  String newest(Requirement template);

  /**
   * The releases that can take the place of an axis, the oldest first.
   *
   * @param template with the axis in braces, e.g. {@code jre:JDK={jdk}}
   * @throws RuntimeException when nothing lists them, or the list cannot be read now
   */
  List<Release> releases(Requirement template);

  /**
   * What is installed in an image, to its version, by the image's own package manager; empty where
   * it has none that is understood, as for kernels.
   */
  Map<String, String> packages(Requirement image);
}
