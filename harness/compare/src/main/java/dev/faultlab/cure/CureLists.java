package dev.faultlab.cure;

import static java.util.stream.Collectors.joining;

import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.NamedCure;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The fixes for a fault, for everything that reports one: those that committed results prove, or
 * else those of the lab's page. Proven ones are in a list beside the lab's results, {@code
 * LAB-cures.tsv}, which {@link KnownCures} writes: reading declarations and results takes longer
 * than reading a capture.
 *
 * @param results folder of all runs
 * @param labs whose pages have the other fixes
 */
public record CureLists(Path results, LabReader labs) {
  private static final String HEADER = "signature\tcure\trestart\ttitle\n";

  /** The page of a lab, if it has one. */
  public Optional<Path> page(String lab) {
    return labs.all().stream()
        .filter(each -> each.getFileName().toString().equals(lab))
        .map(each -> each.resolve("README.md"))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** What the page of a lab says to do. */
  public FixPage steps(String lab) {
    return page(lab).map(FixPage::of).orElse(FixPage.NONE);
  }

  /**
   * The fixes in one line, and where to read on; empty if none is known. A result may come from
   * strangers: a name that no lab has is not looked for.
   */
  public Optional<String> line(String lab, String signature) {
    List<NamedCure> fixes = page(lab).isPresent() ? against(lab, signature) : List.of();
    return fixes.isEmpty() ? Optional.empty() : Optional.of(NamedCure.line(lab, signature, fixes));
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
   * The cures that are known to help, in the order of the lab's cures.yaml; without one, the first
   * step of its page.
   *
   * @param lab name
   * @param signature id in that lab
   */
  public List<NamedCure> against(String lab, String signature) {
    Path file = file(lab);
    try {
      List<NamedCure> proven =
          Files.isRegularFile(file)
              ? Files.readAllLines(file).stream()
                  .skip(1)
                  .map(Line::of)
                  .filter(line -> line.signature().equals(signature))
                  .map(Line::cure)
                  .toList()
              : List.of();
      return proven.isEmpty()
          ? steps(lab).against(signature).stream()
              .limit(1)
              .map(one -> new NamedCure("", steps(lab).perFault() ? one.what() : one.words(), ""))
              .toList()
          : proven;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file of a lab's list; it does not exist if no cure is known to help. */
  public Path file(String lab) {
    return results.resolve(RunStore.REFERENCE).resolve(lab + KnownCures.SUFFIX + ".tsv");
  }

  /** The text of a list. */
  static String text(List<Line> lines) {
    return lines.isEmpty() ? "" : HEADER + lines.stream().map(Line::text).collect(joining());
  }
}
