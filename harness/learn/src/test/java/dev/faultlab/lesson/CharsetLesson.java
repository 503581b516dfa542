package dev.faultlab.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Lab charset with its lesson, in a folder in which a test may break it. */
public final class CharsetLesson {
  private static final Path CHARSET = Path.of("../../labs/charset");

  /** Below a folder of labs: the lab's declaration and the files of its lesson. */
  public static void copyTo(Path labs) throws IOException {
    Path folder = Files.createDirectories(labs.resolve("charset/" + Lesson.FOLDER));
    Files.copy(CHARSET.resolve("lab.yaml"), labs.resolve("charset/lab.yaml"));
    try (Stream<Path> files = Files.list(CHARSET.resolve(Lesson.FOLDER))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
  }
}
