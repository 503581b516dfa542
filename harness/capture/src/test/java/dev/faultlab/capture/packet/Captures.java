package dev.faultlab.capture.packet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The committed captures and what is expected of them. */
public final class Captures {
  public static final Path FOLDER = Path.of("../samples/captures");

  /** One line of expected.csv. */
  public record Expected(String capture, List<String> findings, List<String> undecided) {
    @Override
    public String toString() {
      return capture;
    }

    public Path file() {
      return FOLDER.resolve(capture);
    }
  }

  public static List<Expected> expected() {
    try (Stream<String> lines = Files.lines(FOLDER.resolve("expected.csv"))) {
      return lines
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split(",", -1))
          .map(cells -> new Expected(cells[0].strip(), words(cells[1]), words(cells[2])))
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<String> words(String cell) {
    return Arrays.stream(cell.strip().split(" +")).filter(word -> !word.isEmpty()).toList();
  }

  /** Every committed capture, also those that a lab's stack made, relative to the folder. */
  public static List<String> files() {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files
          .filter(file -> file.getFileName().toString().contains(".pcap"))
          .map(file -> FOLDER.relativize(file).toString())
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
