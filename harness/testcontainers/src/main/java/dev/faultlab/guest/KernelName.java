package dev.faultlab.guest;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The name of a kernel, in one of four forms. */
public sealed interface KernelName {
  /** Debian's stock kernels, oldest first. */
  List<String> STOCK =
      Stream.of("bullseye", "bookworm", "trixie", "trixie-backports", "sid")
          .map("debian:"::concat)
          .toList();

  /** One of a pair that we build from one source, by its name in {@code pair.yaml}. */
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
  record Debian(String suite, String packageName) implements KernelName {
    @Override
    public String toString() {
      return "debian:" + suite + (packageName.equals(NEWEST) ? "" : "/" + packageName);
    }

    /**
     * Whether the name will mean another kernel some day: a package's own name holds the version.
     */
    public boolean moves() {
      return !VERSIONED.matcher(packageName).lookingAt();
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
  record InImage(String image) implements KernelName {
    @Override
    public String toString() {
      return "oci:" + image;
    }
  }

  /** The package name of every suite's newest kernel. */
  String NEWEST = "linux-image-amd64";

  Pattern VERSIONED = Pattern.compile("linux-image-[0-9]");

  /** Allowed parts of a name, safe for use in a command. */
  Pattern WORD = Pattern.compile("[a-z0-9][a-z0-9.+-]*");

  Pattern SUITE = Pattern.compile("debian:(" + WORD + ")(?:/(" + WORD + "))?");

  /**
   * An image's name in registries: host and port, path, tag, digest (the grammar of {@code
   * reference} in the OCI distribution project).
   */
  Pattern IMAGE =
      Pattern.compile(
          "([A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]+)?/)?"
              + "[a-z0-9]+([._-]+[a-z0-9]+)*(/[a-z0-9]+([._-]+[a-z0-9]+)*)*"
              + "(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?");

  String OTHER_FORMS = "debian:SUITE[/PACKAGE], file:PATH or oci:IMAGE";

  /**
   * Reads a name. Whether the kernel exists is found out later.
   *
   * @throws IllegalArgumentException when it has none of the four forms
   */
  static KernelName parse(String text) {
    Matcher stock = SUITE.matcher(text);
    if (stock.matches()) {
      return new Debian(stock.group(1), stock.group(2) == null ? NEWEST : stock.group(2));
    }
    String rest = text.substring(text.indexOf(':') + 1);
    if (text.startsWith("file:") && !rest.isEmpty()) {
      return new File(Path.of(rest).toAbsolutePath().normalize());
    }
    if (text.startsWith("oci:") && IMAGE.matcher(rest).matches()) {
      return new InImage(rest);
    }
    if (WORD.matcher(text).matches()) {
      return new Built(text);
    }
    throw new IllegalArgumentException(
        "'%s' is not the name of a kernel; expected the name of one of a pair, %s"
            .formatted(text, OTHER_FORMS));
  }
}
