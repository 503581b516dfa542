package dev.faultlab.result;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Trees;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/**
 * The evidence that is committed with a result: {@code results/reference/NAME/} lies beside {@code
 * NAME.json} and holds, of each point, the files of the one trial that stands for it ({@link
 * RunResult#exhibit}), under the names that they have in the run's own folder. Captures are packed.
 * {@value #SUMS} has the SHA-256 of each file, in the form of {@code sha256sum}.
 *
 * @param folder that facts' files are relative to, as that of a run
 */
public record Bundle(Path folder) {
  /** The list of files. */
  public static final String SUMS = "SHA256SUMS";

  private static final String EVIDENCE = "evidence";

  /** Of a digest in hexadecimal, and of the two spaces behind it. */
  private static final int DIGITS = 64;

  private static final int GAP = 2;

  /** The bundle of a result file, if that is a committed one and has evidence. */
  static Optional<Bundle> beside(Path json) {
    Path file = json.toAbsolutePath().normalize();
    return in(file.resolveSibling(file.getFileName().toString().replaceFirst("\\.json$", "")));
  }

  /** A folder as a bundle, if it lies where bundles do and has evidence, or had some. */
  static Optional<Bundle> in(Path folder) {
    boolean committed = folder.isAbsolute() && folder.getParent().endsWith(RunStore.REFERENCE);
    return Optional.of(new Bundle(folder))
        .filter(
            bundle ->
                committed
                    && (Files.exists(folder.resolve(SUMS))
                        || Files.exists(folder.resolve(EVIDENCE))));
  }

  /**
   * Makes a bundle of a run's evidence.
   *
   * @param folder of the bundle; must not be there
   */
  public static Bundle make(StoredRun.Finished run, Path folder) throws IOException {
    RunResult result = run.result();
    for (PointResult point : result.points()) {
      Optional<TrialResult> stands = result.exhibit(point.point());
      if (stands.isPresent()) {
        copy(run.folder(), stands.get().folder(), folder);
      }
    }
    StringBuilder sums = new StringBuilder();
    for (String name : files(folder)) {
      sums.append(digest(folder.resolve(name))).append("  ").append(name).append('\n');
    }
    Files.createDirectories(folder);
    AtomicFile.write(folder.resolve(SUMS), sums);
    return new Bundle(folder);
  }

  private static void copy(Path run, String trial, Path folder) throws IOException {
    Path evidence = InnerPath.of(run, trial);
    for (String name : EvidenceFiles.sizes(evidence).keySet()) {
      Path from = evidence.resolve(name);
      Path to = InnerPath.of(folder, trial).resolve(name);
      Files.createDirectories(to.getParent());
      if (EvidenceFiles.isCapture(from)) {
        Path packed = to.resolveSibling(to.getFileName() + EvidenceFiles.PACKED);
        try (OutputStream out =
            new GZIPOutputStream(Files.newOutputStream(packed, StandardOpenOption.CREATE_NEW))) {
          Files.copy(from, out);
        }
      } else {
        Files.copy(from, to);
      }
    }
  }

  /** Whether a trial's files are in it. */
  public boolean has(TrialResult trial) {
    return Files.isDirectory(InnerPath.of(folder, trial.folder()));
  }

  /** The result as it would be if no other trials had been carried out than those in here. */
  public RunResult kept(RunResult result) {
    return new RunResult(
        result.schema(),
        result.runId(),
        result.lab(),
        result.title(),
        result.form(),
        result.startedAt(),
        result.finishedAt(),
        result.parameters(),
        result.verdict(),
        result.obstacles(),
        result.points(),
        result.stacks(),
        result.outcomes().stream().map(outcome -> kept(result, outcome)).toList(),
        result.effects(),
        result.measurements(),
        result.calibrations(),
        result.trials().stream().filter(this::has).toList(),
        result.wallTime(),
        result.provenance());
  }

  private Outcome kept(RunResult result, Outcome outcome) {
    List<TrialResult> trials =
        result.trials().stream().filter(t -> t.point().equals(outcome.point())).toList();
    List<Observation> seen = outcome.observations();
    return new Outcome(
        outcome.point(),
        outcome.signature(),
        outcome.expectation(),
        outcome.dependsOn(),
        outcome.state(),
        outcome.counts(),
        outcome.judgement(),
        outcome.reason(),
        IntStream.range(0, Math.min(trials.size(), seen.size()))
            .filter(i -> has(trials.get(i)))
            .mapToObj(seen::get)
            .toList());
  }

  /** What is not as it was when the bundle was made, a sentence each; none where all is. */
  public List<String> problems() throws IOException {
    if (!Files.exists(folder.resolve(SUMS))) {
      return List.of(folder.resolve(SUMS) + " is missing");
    }
    Map<String, String> listed = new TreeMap<>();
    for (String line : Files.readAllLines(folder.resolve(SUMS))) {
      if (line.length() <= DIGITS + GAP) {
        return List.of(folder.resolve(SUMS) + ": '" + line + "' is no line of sha256sum");
      }
      listed.put(line.substring(DIGITS + GAP), line.substring(0, DIGITS));
    }
    List<String> here = files(folder);
    List<String> problems = new ArrayList<>();
    TreeSet<String> all = new TreeSet<>(listed.keySet());
    all.addAll(here);
    for (String name : all) {
      Path file = folder.resolve(name);
      if (!here.contains(name)) {
        problems.add(file + " is missing");
      } else if (!listed.containsKey(name)) {
        problems.add(file + " is not in " + SUMS);
      } else if (!listed.get(name).equals(digest(file))) {
        problems.add(file + " has been altered: its SHA-256 is not the one in " + SUMS);
      }
    }
    return problems;
  }

  /** All that was committed, in bytes. */
  public long bytes() {
    return Trees.size(folder.resolve(EVIDENCE));
  }

  /** Names of all evidence files, sorted. */
  public static List<String> files(Path folder) throws IOException {
    return EvidenceFiles.sizes(folder.resolve(EVIDENCE)).keySet().stream()
        .map(name -> EVIDENCE + "/" + name)
        .toList();
  }

  private static String digest(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
