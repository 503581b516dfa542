package dev.faultlab.cure;

import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Cures;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What helps against a fault, by the committed results: the map from a lab's signature to its
 * cures, for all that reports a fault.
 */
public final class KnownCures {
  /** What follows a lab's name in the name of the committed result that shows its cures. */
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

  /** The committed result that shows a lab's cures; empty where there is none. */
  public Optional<RunResult> shown(Lab lab) {
    String name = RunStore.REFERENCE + "/" + lab.name() + SUFFIX;
    if (!Files.isRegularFile(results.resolve(name + ".json"))) {
      return Optional.empty();
    }
    try {
      return Optional.of(new RunStore(results).find(name).result());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
