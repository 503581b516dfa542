package dev.faultlab.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Judges what a user's service would mount by what is really there. */
final class HostPath {
  static final String UNREADABLE =
      ", which cannot be read: %s; make it readable for you, or use a named volume";

  /** Folders in which the kernel, the engine and other programs of the host answer. */
  private static final List<Path> SYSTEM =
      Stream.of("/run /var/run /var/lib/containerd /var/lib/docker".split(" "))
          .map(Path::of)
          .toList();

  /** File systems in which the kernel answers, wherever they are mounted, such as in a chroot. */
  private static final String KERNEL =
      "binfmt_misc|bpf|cgroup2?|configfs|debugfs|devpts|devtmpfs|efivarfs|fusectl|mqueue|nsfs|proc"
          + "|pstore|rpc_pipefs|securityfs|selinuxfs|sysfs|tracefs";

  static final String HARMLESS = "/dev/(full|null|random|urandom|zero)";

  /**
   * Whether a path is in a file system of the kernel's, or has one below it.
   *
   * @param mounts as in {@code /proc/self/mounts}
   */
  static boolean hasKernel(Path real, List<String> mounts) {
    return mounts.stream()
        .map(line -> line.split(" "))
        .filter(mount -> mount[2].matches(KERNEL))
        .map(mount -> Path.of(mount[1].replace("\\040", " ")))
        .anyMatch(at -> at.startsWith(real) || real.startsWith(at));
  }

  /**
   * Resolves all links in a path of the host, and removes the path if it does not exist.
   *
   * @param copied whether sockets in it are left out
   */
  static Path mount(ObjectNode volume, String key, boolean copied, List<String> refused) {
    String written = volume.path(key).asText();
    try {
      Path real = Path.of(written).toRealPath();
      volume.put(key, real.toString());
      if (real.toString().matches(HARMLESS)) {
        return real;
      }
      boolean isKernel =
          real.toString().matches("/(dev|proc|sys)(/.*)?")
              || hasKernel(real, Files.readAllLines(Path.of("/proc/self/mounts")));
      if (isKernel
          || Files.isDirectory(real)
              && SYSTEM.stream().anyMatch(s -> s.startsWith(real) || real.startsWith(s))) {
        refused.add(
            "mounts %s, and a check mounts no system files of your machine".formatted(written));
        return real;
      }
      try (Stream<Path> others =
          Files.find(real, copied ? 0 : Integer.MAX_VALUE, (file, kind) -> kind.isOther())) {
        others
            .findFirst()
            .ifPresent(
                file ->
                    refused.add(
                        ("mounts %s, and a check mounts no socket, pipe or device of your machine:"
                                + " found %s; mount the files that it needs")
                            .formatted(written, file)));
      }
      return real;
    } catch (NoSuchFileException e) {
      volume.remove(key);
      return Path.of(written);
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      refused.add("mounts " + written + UNREADABLE.formatted(e.getMessage()));
      return Path.of("/");
    }
  }
}
