package dev.faultlab.evidence;

import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.InnerPath;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder of a run. It holds a file {@value #PARTIAL} from its creation until the result is
 * complete, so that the rest of a killed run is never taken for a result.
 *
 * @param path {@code results/<lab>/<run-id>}
 */
public record RunFolder(Path path) {
  /** Marks a run that has not ended; holds a sentence on what is known of it. */
  public static final String PARTIAL = "PARTIAL";

  /** The sentences that {@link #begin} and {@link #interruption} make. */
  private static final Pattern OWNED =
      Pattern.compile(
          "started \\S+ by process (\\S+); not finished|interrupted \\S+ in process (\\S+)");

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /** Makes the folder of a new run; the id is the time in UTC and four random hex digits. */
  public static RunFolder create(Path results, String lab, String owner) throws IOException {
    Path place = Files.createDirectories(results.resolve(lab));
    RunFolder folder = new RunFolder(unused(place, RunFolder::newId));
    folder.begin(owner);
    return folder;
  }

  private static String newId() {
    byte[] random = new byte[2];
    new SecureRandom().nextBytes(random);
    return STAMP.format(Instant.now()) + "-" + HexFormat.of().formatHex(random);
  }

  /** Makes a new folder; runs that begin in the same second may draw the same id. */
  static Path unused(Path place, Supplier<String> ids) throws IOException {
    while (true) {
      try {
        return Files.createDirectory(place.resolve(ids.get()));
      } catch (FileAlreadyExistsException e) {
        // The folder belongs to another run.
      }
    }
  }

  /** The time in UTC, to the second, for a sentence. */
  public static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS);
  }

  /** Records that this process now carries the run out. */
  public void begin(String owner) throws IOException {
    write(PARTIAL, "started " + now() + " by process " + owner + "; not finished\n");
  }

  /**
   * The process that carries a run out, from its folder; empty when the folder records an
   * interruption.
   */
  public static Optional<String> owner(String partial) {
    Matcher held = OWNED.matcher(partial.strip());
    return held.matches() ? Optional.ofNullable(held.group(1)) : Optional.empty();
  }

  /** The sentence that records an interruption. */
  public static String interruption(String owner) {
    return "interrupted " + now() + " in process " + owner;
  }

  /**
   * The last process of a run, even if it was interrupted and may still be removing its stacks;
   * empty when the folder does not record it.
   */
  public static Optional<String> lastOwner(String partial) {
    Matcher held = OWNED.matcher(partial.strip());
    return owner(partial).or(() -> held.matches() ? Optional.of(held.group(2)) : Optional.empty());
  }

  /** Folder name. */
  public String id() {
    return path.getFileName().toString();
  }

  /** The root of all evidence: a folder for each cell, and others for calibrations. */
  public Path evidence() {
    return path.resolve("evidence");
  }

  /** The name of the evidence folder of a stack's calibration. */
  public static String calibration(String id, String stack) {
    return "calibration-" + id + "-" + stack;
  }

  /** The evidence folder of a trial. */
  public Path trial(String cell, int index) {
    return InnerPath.of(evidence(), cell).resolve(Integer.toString(index));
  }

  /** Records why the run did not end; it stays partial. */
  public void abandon(String why) throws IOException {
    write(PARTIAL, why + "\n");
  }

  /** Writes a file atomically: a reader sees all of it or nothing, also after a power cut. */
  public void write(String name, String text) throws IOException {
    AtomicFile.writeDurably(path.resolve(name), text);
  }

  /** Everything is written: the folder is now a result. */
  public void finish() throws IOException {
    Files.delete(path.resolve(PARTIAL));
  }

  /** Whether a folder holds a run that did not end. */
  public static boolean partial(Path folder) {
    return Files.exists(folder.resolve(PARTIAL));
  }
}
