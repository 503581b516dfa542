package dev.faultlab.result;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.files.InnerPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The committed evidence of a result {@code results/reference/NAME.json}: for each point the files
 * of one representative trial ({@link RunResult#exhibit}), under their names in the run's own
 * folder. Captures are packed. {@value #CHECKSUMS} has the SHA-256 of each file, in the form of
 * {@code sha256sum}.
 *
 * @param place {@code NAME.zip}
 * @param folder its root, below which are the files that facts name
 */
public record Bundle(Path place, Path folder) {
  /** The list of files. */
  public static final String CHECKSUMS = "SHA256SUMS";

  static final String EVIDENCE = "evidence";

  /** The length of a hexadecimal digest, and of the two spaces after it. */
  private static final int DIGITS = 64;

  private static final int GAP = 2;

  /**
   * The bundle of a result file, if that is a committed one with evidence.
   *
   * @throws dev.faultlab.files.RefusedPath when the archive is not one of ours
   */
  static Optional<Bundle> ofResultFile(Path json) throws IOException {
    Path file = json.toAbsolutePath().normalize();
    String name = file.getFileName().toString().replaceFirst("\\.json$", "");
    Path archive = file.resolveSibling(name + EvidenceArchive.ENDING);
    return file.getParent().endsWith(RunStore.REFERENCE) && Files.isRegularFile(archive)
        ? Optional.of(open(archive))
        : Optional.empty();
  }

  /**
   * Opens an archive.
   *
   * @throws dev.faultlab.files.RefusedPath when it is not one of ours
   */
  public static Bundle open(Path archive) throws IOException {
    return new Bundle(archive, EvidenceArchive.open(archive));
  }

  /** The evidence of the committed result of that name, if it has any. */
  public static Optional<Bundle> of(Path results, String name) throws IOException {
    return ofResultFile(results.resolve(RunStore.REFERENCE).resolve(name + ".json"));
  }

  /**
   * Makes an archive of a run's evidence.
   *
   * @param archive must not exist
   */
  public static Bundle make(StoredRun.Finished run, Path archive) throws IOException {
    RunResult result = run.result();
    TreeMap<String, Path> files = new TreeMap<>();
    for (PointResult point : result.points()) {
      Optional<TrialRecord> exhibit = result.exhibit(point.point());
      if (exhibit.isPresent()) {
        String trial = exhibit.get().folder();
        Path evidence = InnerPath.of(run.folder(), trial);
        for (String name : EvidenceFiles.sizes(evidence).keySet()) {
          Path file = evidence.resolve(name);
          String ending = EvidenceFiles.isCapture(file) ? EvidenceFiles.PACKED : "";
          files.put(trial + "/" + name + ending, file);
        }
      }
    }
    try (EvidenceArchive.Writer out = new EvidenceArchive.Writer(archive)) {
      for (Map.Entry<String, Path> file : files.entrySet()) {
        byte[] content = Files.readAllBytes(file.getValue());
        boolean isCapture = EvidenceFiles.isCapture(file.getValue());
        out.add(file.getKey(), isCapture ? packed(content) : content);
      }
    }
    return open(archive);
  }

  private static byte[] packed(byte[] content) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(content);
    }
    return packed.toByteArray();
  }

  /** Name of the result that it belongs to. */
  public String name() {
    return place.getFileName().toString().replaceFirst("\\.zip$", "");
  }

  /** Whether a trial's files are in it. */
  public boolean has(TrialRecord trial) {
    return Files.isDirectory(InnerPath.of(folder, trial.folder()));
  }

  /** The result with only the trials in here; its outcomes still have all observations. */
  public RunResult withStoredTrials(RunResult result) {
    return result.with(
        result.points(),
        result.stacks(),
        result.outcomes(),
        result.effects(),
        result.measurements(),
        result.trials().stream().filter(this::has).toList());
  }

  /** What has changed since the bundle was made, a sentence each; empty if nothing has. */
  public List<String> problems() throws IOException {
    Path list = folder.resolve(CHECKSUMS);
    if (!Files.exists(list)) {
      return List.of(shown(CHECKSUMS) + " is missing");
    }
    Map<String, String> listed = new TreeMap<>();
    for (String line : Files.readAllLines(list)) {
      if (line.length() <= DIGITS + GAP) {
        return List.of(shown(CHECKSUMS) + ": '" + line + "' is no line of sha256sum");
      }
      listed.put(line.substring(DIGITS + GAP), line.substring(0, DIGITS));
    }
    List<String> present = files();
    List<String> problems = new ArrayList<>();
    TreeSet<String> all = new TreeSet<>(listed.keySet());
    all.addAll(present);
    for (String name : all) {
      if (!present.contains(name)) {
        problems.add(shown(name) + " is missing");
      } else if (!listed.containsKey(name)) {
        problems.add(shown(name) + " is not in " + CHECKSUMS);
      } else if (!listed
          .get(name)
          .equals(DigestUtils.sha256Hex(Files.readAllBytes(folder.resolve(name))))) {
        problems.add(shown(name) + " has been altered: its SHA-256 is not the one in " + CHECKSUMS);
      }
    }
    return problems;
  }

  private String shown(String name) {
    return place + ": " + name;
  }

  /** Names of all evidence files, sorted. */
  public List<String> files() throws IOException {
    return EvidenceFiles.sizes(folder.resolve(EVIDENCE)).keySet().stream()
        .map(name -> EVIDENCE + "/" + name)
        .toList();
  }
}
