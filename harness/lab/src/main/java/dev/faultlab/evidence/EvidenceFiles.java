package dev.faultlab.evidence;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The files of one trial on disk. */
public final class EvidenceFiles {
  /** Suffix of a packed file; only captures are packed, in committed bundles. */
  public static final String PACKED = ".gz";

  private EvidenceFiles() {}

  /**
   * A file as written or packed; empty when it does not exist. A link is not evidence: a service
   * under test may have made it.
   */
  public static Optional<Path> find(Path file) {
    return Stream.of(file, file.resolveSibling(file.getFileName() + PACKED))
        .filter(EvidenceFiles::isRegular)
        .findFirst();
  }

  /** Whether a file is a capture, packed or not. */
  public static boolean isCapture(Path file) {
    String name = plainName(file);
    return name.endsWith(".pcap") || name.endsWith(".pcapng");
  }

  /** The name that a file had before it was packed. */
  public static String plainName(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(PACKED) ? name.substring(0, name.length() - PACKED.length()) : name;
  }

  /**
   * Syncs the files to disk, so that they survive a power cut.
   *
   * @return name below the folder to size in bytes
   */
  public static Map<String, Long> secure(Path folder) throws IOException {
    Map<String, Long> sizes = sizes(folder);
    for (String name : sizes.keySet()) {
      force(folder.resolve(name));
    }
    force(folder);
    return sizes;
  }

  /** Name below the folder to size in bytes; empty if the folder is gone. */
  public static Map<String, Long> sizes(Path folder) throws IOException {
    Map<String, Long> sizes = new LinkedHashMap<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path file : paths.filter(EvidenceFiles::isRegular).sorted().toList()) {
          sizes.put(folder.relativize(file).toString(), Files.size(file));
        }
      }
    }
    return sizes;
  }

  /** Whether a path is a regular file, not a link to one. */
  public static boolean isRegular(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
