package dev.faultlab.cure;

import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Cures;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.NamedCure;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * What the committed results show about labs' cures.
 *
 * @param results folder of all runs
 */
public record KnownCures(Path results) {
  /** The suffix after a lab's name in the names of the committed results that show its cures. */
  public static final String SUFFIX = "-cures";

  /**
   * The lab's list for {@link CureLists}: for each signature the cures with which no trial of the
   * committed results shows the fault; empty if there are none.
   */
  public String list(Lab lab) {
    CureTable table = CureTable.of(lab, Cures.of(lab), resultsOf(lab));
    List<CureLists.Line> lines = new ArrayList<>();
    for (String signature : lab.signatures().keySet()) {
      for (CureResults results : table.against(signature).cures()) {
        if (helps(results, signature)) {
          Cure cure = results.cure();
          NamedCure fix = new NamedCure(cure.id(), oneLine(cure.title()), oneLine(cure.restart()));
          lines.add(new CureLists.Line(signature, fix));
        }
      }
    }
    return CureLists.text(lines);
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private static boolean helps(CureResults results, String signature) {
    return Effectiveness.of(
            results.proofs().stream()
                .filter(proof -> proof.with().signature().equals(signature))
                .toList())
        == Effectiveness.CURES;
  }

  /** The committed results that show a lab's cures, one or several. */
  public List<RunResult> resultsOf(Lab lab) {
    Path folder = results.resolve(RunStore.REFERENCE);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    RunStore store = new RunStore(results);
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, lab.name() + SUFFIX + "{.json,-*.json}")) {
      TreeSet<String> names = new TreeSet<>();
      files.forEach(file -> names.add(file.getFileName().toString().replaceFirst("\\.json$", "")));
      List<RunResult> runs = new ArrayList<>();
      for (String name : names) {
        runs.add(store.find(RunStore.REFERENCE + "/" + name).result());
      }
      return runs;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
