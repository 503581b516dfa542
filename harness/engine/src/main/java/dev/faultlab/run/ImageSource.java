package dev.faultlab.run;

import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import dev.faultlab.point.Value;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the images and kernels of a run's stacks come from. */
public interface ImageSource {

  /**
   * One image, kernel or file that a stack is made of.
   *
   * @param name that compose gets
   * @param origin description in the result: content id, source, compiler; never a path of this
   *     machine
   * @param digest the registry's name, {@code NAME@sha256:...}; empty where there is none
   */
  record Image(String name, String origin, Optional<String> digest) {
    /** For something that comes from no registry. */
    public Image(String name, String origin) {
      this(name, origin, Optional.empty());
    }
  }

  /**
   * Provides all of these; builds or pulls what is missing.
   *
   * @return what fills each
   */
  Map<Requirement, Image> resolve(Collection<Requirement> requirements) throws InterruptedException;

  /**
   * Which of these are not here yet and would be made or pulled; no registry is asked.
   *
   * @throws RuntimeException when one of them has a meaningless name
   */
  List<String> missing(Collection<Requirement> requirements);

  /**
   * The newest release that an axis can take.
   *
   * @param template with the axis in braces, e.g. {@code jre:JDK={jdk}}
   * @throws RuntimeException when no list names the newest
   */
  String newest(Requirement template);

  /** A value of an axis, or the version that {@code newest} means now. */
  default Value exact(Parameter axis, Value value) {
    return axis.binding()
        .filter(binding -> value.equals(Value.NEWEST))
        .map(binding -> Value.of(newest(binding.requirement())))
        .orElse(value);
  }

  /**
   * The releases that an axis can take, oldest first.
   *
   * @param template with the axis in braces, e.g. {@code jre:JDK={jdk}}
   * @throws RuntimeException when there is no list, or it cannot be read now
   */
  List<Release> releases(Requirement template);

  /**
   * The library whose version an axis is, {@code GROUP:ARTIFACT} or a Go module.
   *
   * @param template with the axis in braces
   */
  default Optional<String> library(Requirement template) {
    return Optional.empty();
  }

  /**
   * Whether an axis can be an image that a person names.
   *
   * @param template with the axis in braces
   */
  default boolean takesImage(Requirement template) {
    return false;
  }

  /**
   * The packages installed in an image with their versions, from the image's own package manager;
   * empty where it has none that we can read, as for kernels.
   */
  Map<String, String> packages(Requirement image);
}
