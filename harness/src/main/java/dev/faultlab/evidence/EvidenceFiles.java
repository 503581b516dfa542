package dev.faultlab.evidence;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The files of one trial as they lie on the disk. */
public final class EvidenceFiles {
  private EvidenceFiles() {}

  /**
   * Has the disk take what was written, so that it is whole after a power cut as well.
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

  /** Name below the folder to size in bytes; none where the folder is gone. */
  public static Map<String, Long> sizes(Path folder) throws IOException {
    Map<String, Long> sizes = new LinkedHashMap<>();
    for (Path file : files(folder)) {
      sizes.put(folder.relativize(file).toString(), Files.size(file));
    }
    return sizes;
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
