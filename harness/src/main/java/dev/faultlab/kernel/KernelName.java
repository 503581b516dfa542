package dev.faultlab.kernel;

import dev.faultlab.image.ImageException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Which kernel: one of the four ways to name one. */
public sealed interface KernelName {

  /** Built by us out of one source: {@code fixed} or {@code unfixed}. */
  record Built(String name) implements KernelName {
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * A kernel package of a Debian suite: {@code debian:trixie}, {@code debian:sid/linux-image-...}.
   *
   * @param packageName {@code linux-image-amd64} is the suite's newest
   */
  record Stock(String suite, String packageName) implements KernelName {
    @Override
    public String toString() {
      return "debian:" + suite + (packageName.equals(NEWEST) ? "" : "/" + packageName);
    }
  }

  /** A bzImage without modules: {@code file:/boot/vmlinuz}. */
  record File(Path path) implements KernelName {
    @Override
    public String toString() {
      return "file:" + path;
    }
  }

  /**
   * An image that carries a kernel in /boot and /lib/modules: {@code
   * oci:weaveworks/ignite-kernel:5.4.43}.
   */
  record Carried(String image) implements KernelName {
    @Override
    public String toString() {
      return "oci:" + image;
    }
  }

  /** What every suite calls its newest kernel. */
  String NEWEST = "linux-image-amd64";

  /** What parts of a name may hold, so that they can stand in a command. */
  Pattern WORD = Pattern.compile("[a-z0-9][a-z0-9.+-]*");

  /**
   * Reads a name.
   *
   * @throws ImageException when it has none of the four forms
   */
  static KernelName parse(String text) {
    if (text.equals("fixed") || text.equals("unfixed")) {
      return new Built(text);
    }
    String[] halves = text.split(":", 2);
    String rest = halves.length < 2 ? "" : halves[1];
    switch (halves[0]) {
      case "debian":
        String[] parts = rest.split("/", 2);
        String packageName = parts.length < 2 ? NEWEST : parts[1];
        if (WORD.matcher(parts[0]).matches() && WORD.matcher(packageName).matches()) {
          return new Stock(parts[0], packageName);
        }
        break;
      case "file":
        if (!rest.isEmpty()) {
          return new File(Path.of(rest).toAbsolutePath().normalize());
        }
        break;
      case "oci":
        if (!rest.isEmpty()) {
          return new Carried(rest);
        }
        break;
      default:
        break;
    }
    throw new ImageException(
        "no kernel is called '%s'; expected fixed, unfixed, debian:SUITE[/PACKAGE], file:PATH or oci:IMAGE"
            .formatted(text));
  }
}
