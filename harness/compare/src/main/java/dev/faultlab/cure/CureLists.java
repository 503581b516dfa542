package dev.faultlab.cure;

import static java.util.stream.Collectors.joining;

import dev.faultlab.lab.NamedCure;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The fixes for a fault that committed results prove: from a lab's signature to its cures, for
 * everything that reports a fault. Each lab has a list beside its results, {@code LAB-cures.tsv},
 * which {@link KnownCures} writes: reading declarations and results takes longer than reading a
 * capture.
 */
public final class CureLists {
  private static final String HEAD = "signature\tcure\trestart\ttitle\n";

  private final Path folder;

  /**
   * @param results folder of all runs
   */
  public CureLists(Path results) {
    folder = results.resolve(RunStore.REFERENCE);
  }

  /** A line of a list. */
  record Line(String signature, NamedCure cure) {

    private String text() {
      return String.join("\t", signature, cure.id(), cure.restart(), cure.title()) + "\n";
    }

    private static Line of(String text) {
      String[] fields = text.split("\t", 4);
      return new Line(fields[0], new NamedCure(fields[1], fields[3], fields[2]));
    }
  }

  /**
   * The cures that are known to help, in the order of the lab's cures.yaml.
   *
   * @param lab name
   * @param signature id in that lab
   */
  public List<NamedCure> against(String lab, String signature) {
    Path file = file(lab);
    try {
      return Files.isRegularFile(file)
          ? Files.readAllLines(file).stream()
              .skip(1)
              .map(Line::of)
              .filter(line -> line.signature().equals(signature))
              .map(Line::cure)
              .toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file of a lab's list; it does not exist if no cure is known to help. */
  public Path file(String lab) {
    return folder.resolve(lab + KnownCures.SUFFIX + ".tsv");
  }

  /** The text of a list. */
  static String text(List<Line> lines) {
    return lines.isEmpty() ? "" : HEAD + lines.stream().map(Line::text).collect(joining());
  }
}
