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
 * Keeps the team's side of an upgrade in a file, and takes it out again.
 *
 * @param program the commit that compares
 * @param machine that it runs on, as {@link Baseline#machine} names it
 */
public record UpgradeBaselines(String program, Map<String, String> machine) {
  private static final String PREFIX = "baseline:";

  /**
   * The baseline that {@code --from} names.
   *
   * @throws BadQuestion when the file is not there, or is none
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
   * Refuses what cannot be compared here and now.
   *
   * @throws BadQuestion saying why
   */
  public void require(Baseline baseline, RunForm form, List<Lab> chosen) {
    Optional<String> refusal = baseline.refusal(program, machine, form, chosen);
    if (refusal.isPresent()) {
      throw new BadQuestion("the baseline cannot be compared: " + refusal.get());
    }
  }

  /**
   * Refuses a place where nothing can be kept, or where the question itself is.
   *
   * @param inputs files that the command reads
   * @throws BadQuestion saying why
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

  /** Keeps the team's side of all runs. */
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
