package dev.faultlab.upgrade;

import dev.faultlab.compare.BadQuestion;
import dev.faultlab.compare.RecordFile;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stores the team's side of an upgrade in a file, and reads it again.
 *
 * @param program commit of the comparing program
 * @param machine that it runs on, in the form of {@link Baseline#machine}
 */
public record UpgradeBaselines(String program, Map<String, String> machine) {
  private static final String PREFIX = "baseline:";

  /**
   * The baseline that {@code --from} names.
   *
   * @throws BadQuestion when the file does not exist or is not a baseline
   */
  public Optional<Baseline> named(String from) {
    if (!from.startsWith(PREFIX)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Baseline.read(Path.of(from.substring(PREFIX.length()))));
    } catch (IOException e) {
      throw new BadQuestion("--from " + PREFIX + " " + e.getMessage());
    }
  }

  /**
   * Rejects a baseline that cannot be compared here and now.
   *
   * @throws BadQuestion with the reason
   */
  public void require(Baseline baseline, RunForm form, List<Lab> chosen) {
    Optional<String> refusal = baseline.refusal(program, machine, form, chosen);
    if (refusal.isPresent()) {
      throw new BadQuestion("the baseline cannot be compared: " + refusal.get());
    }
  }

  /**
   * Rejects a file that cannot be written, or that is an input of the question itself.
   *
   * @param inputs files that the command reads
   * @throws BadQuestion with the reason
   */
  public static void requireWritable(Path file, List<Path> inputs) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder) || Files.isDirectory(file)) {
      throw new BadQuestion("--save-baseline " + file + ": not a file in a folder that exists");
    }
    Optional<Path> same = AtomicFile.sameAs(file, inputs);
    if (same.isPresent()) {
      throw new BadQuestion(
          "--save-baseline " + file + " is the file " + same.get() + " itself; name another");
    }
  }

  /** Stores the team's side of all runs. */
  public void save(Path file, Upgrade upgrade, Map<Scope, RunResult> ran) throws IOException {
    List<TeamSide> labs = new ArrayList<>();
    ran.forEach((scope, run) -> labs.add(TeamSide.of(scope, run)));
    Baseline baseline =
        new Baseline(
            Baseline.SCHEMA,
            Instant.now().toString(),
            program,
            machine,
            upgrade.from(),
            upgrade.form(),
            labs);
    byte[] text = RecordFile.text(baseline).getBytes(StandardCharsets.UTF_8);
    AtomicFile.writeNamed(file, out -> out.write(text));
  }
}
