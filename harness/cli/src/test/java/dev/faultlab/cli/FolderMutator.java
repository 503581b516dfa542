package dev.faultlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Changes the folder of a run, in places that a stranger would choose. */
final class FolderMutator {
  private static final List<String> PREDICTABLE =
      List.of(
          ".summary.md.tmp",
          ".junit.xml.tmp",
          ".result.json.tmp",
          ".report.html.tmp",
          "report.html",
          "summary.md",
          "junit.xml",
          "PARTIAL",
          "logs",
          "evidence/link");

  private final Random random;
  private final Path canary;

  /**
   * @param canary a folder with a file {@code secret}; nothing may read or change it
   */
  FolderMutator(Random random, Path canary) {
    this.random = random;
    this.canary = canary;
  }

  /** Changes one to three files. */
  void mutate(Path folder) throws IOException, InterruptedException {
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      List<Path> files;
      try (Stream<Path> all = Files.walk(folder)) {
        files = all.filter(p -> !p.equals(folder)).sorted().toList();
      }
      if (random.nextInt(3) == 0 || files.isEmpty()) {
        replace(folder.resolve(randomOf(PREDICTABLE)));
      } else {
        replace(randomOf(files));
      }
    }
  }

  private void replace(Path file) throws IOException, InterruptedException {
    // An earlier change may have put a file or a link in the place of its folder.
    if (!Files.isDirectory(file.getParent(), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    byte[] before = Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0];
    delete(file);
    switch (random.nextInt(10)) {
      case 0, 1 -> Files.createSymbolicLink(file, canary.resolve("secret"));
      case 2 -> Files.createSymbolicLink(file, canary);
      case 3 -> Files.createSymbolicLink(file, randomOf(List.of(file, Path.of("/dev/zero"))));
      case 4 -> new ProcessBuilder("mkfifo", file.toString()).start().waitFor();
      case 5 -> Files.createDirectories(file.resolve("a"));
      case 6 -> Files.write(file, Arrays.copyOf(before, random.nextInt(before.length + 1)));
      case 7 -> Files.write(file, noise(before));
      case 8 -> Files.createFile(file);
      default -> {
        // It is missing.
      }
    }
  }

  private byte[] noise(byte[] before) {
    byte[] noisy = Arrays.copyOf(before, before.length + 8);
    for (int i = 0; i < 8; i++) {
      noisy[random.nextInt(noisy.length)] = (byte) random.nextInt(256);
    }
    return noisy;
  }

  /** Follows no link. */
  static void delete(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> children = Files.list(path)) {
        for (Path child : children.toList()) {
          delete(child);
        }
      }
    }
    Files.deleteIfExists(path);
  }

  private <T> T randomOf(List<T> elements) {
    return elements.get(random.nextInt(elements.size()));
  }
}
