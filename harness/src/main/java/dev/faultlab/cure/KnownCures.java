package dev.faultlab.cure;

import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Cures;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
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
 * What helps against a fault, by the committed results: the map from a lab's signature to its
 * cures, for all that reports a fault.
 */
public final class KnownCures {
  /** What follows a lab's name in the names of the committed results that show its cures. */
  public static final String SUFFIX = "-cures";

  private final LabReader labs;
  private final Path results;

  /**
   * @param results folder of all runs
   */
  public KnownCures(LabReader labs, Path results) {
    this.labs = labs;
    this.results = results;
  }

  /**
   * Those after which no trial of the committed result shows the fault, in the order of the lab's
   * cures.yaml.
   *
   * @param lab name
   * @param signature id in that lab
   */
  public List<Cure> against(String lab, String signature) {
    Lab read = labs.read(lab);
    return CureTable.of(read, Cures.of(read), shown(read)).against(signature).cures().stream()
        .filter(tried -> helps(tried, signature))
        .map(Tried::cure)
        .toList();
  }

  private static boolean helps(Tried tried, String signature) {
    return Help.of(
            tried.proofs().stream()
                .filter(proof -> proof.fault().equals(signature))
                .map(Proof::state)
                .toList())
        == Help.CURES;
  }

  /**
   * The committed results that show a lab's cures: one, or several where one run was not enough.
   */
  public List<RunResult> shown(Lab lab) {
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
