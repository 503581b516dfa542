package dev.faultlab.testcontainers;

import dev.faultlab.guest.KernelName;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.utility.DockerImageName;

/**
 * A Linux kernel for a {@link KernelContainer}. It is fetched when it is first needed, and kept in
 * {@code ~/.cache/faultlab/kernels} (or below {@code $XDG_CACHE_HOME}), which {@code ./faultlab}
 * uses as well. Safe for use by several threads.
 */
public final class Kernel {
  private final KernelName name;

  private Kernel(KernelName name) {
    this.name = name;
  }

  /**
   * A kernel by its name: {@code debian:SUITE} is a suite's newest kernel, such as {@code
   * debian:bullseye} (5.10), {@code debian:bookworm} (6.1), {@code debian:trixie} (6.12) or {@code
   * debian:sid}; {@code debian:SUITE/PACKAGE} is one package of it. A name without a colon, such as
   * {@code unfixed}, is a kernel that {@code ./faultlab kernels NAME} has built on this machine.
   *
   * <p>Debian is asked once per JVM what a suite's kernel is. If its mirror does not answer, the
   * kernel that was fetched last is used, with a warning in the log.
   *
   * @param name in one of these forms
   * @return the kernel, which is not fetched yet
   * @throws IllegalArgumentException when it is not the name of a kernel
   */
  public static Kernel named(String name) {
    return new Kernel(KernelName.parse(name));
  }

  /**
   * A kernel that is on this machine: a bzImage with everything built in that a guest needs.
   *
   * @param path of the file
   * @return the kernel
   * @throws IllegalArgumentException when it is not there
   */
  public static Kernel at(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new IllegalArgumentException(path + " is not a kernel; expected a bzImage");
    }
    return named("file:" + path);
  }

  /**
   * The kernel that an image carries in {@code /boot}, with its modules in {@code /lib/modules},
   * such as {@code weaveworks/ignite-kernel:5.4.43}. The image is pulled if it is not here.
   *
   * @param image that carries it
   * @return the kernel, which is not fetched yet
   */
  public static Kernel image(DockerImageName image) {
    return named("oci:" + image.asCanonicalNameString());
  }

  /**
   * The output of {@code uname -r} in a guest with this kernel. Fetches the kernel if it is not
   * here.
   *
   * @return such as {@code 6.12.118+deb13-amd64}
   * @throws IllegalStateException when it is unavailable, with the reason
   */
  public String release() {
    return KernelFetch.provide(name).release();
  }

  /** The folder with the kernel, its modules and {@code provenance.json}; fetched if need be. */
  Path folder() {
    return KernelFetch.provide(name).directory();
  }

  @Override
  public String toString() {
    return name.toString();
  }
}
