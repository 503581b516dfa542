package dev.faultlab.upgrade.command;

import dev.faultlab.command.Exclusion;
import dev.faultlab.command.Percent;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.upgrade.UpgradeFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of {@code upgrade} that are the question. */
final class UpgradeOptions {
  static final String SERVICE = "--service";

  @Option(
      names = "--from",
      paramLabel = "COMPONENT=VERSION[,..]",
      description =
          "What you have; several components that change together with commas. Or sbom:FILE or"
              + " image:NAME on both sides.")
  private Optional<String> from = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "COMPONENT=VERSION[,..]",
      description = "A candidate; repeat the option for more.")
  private List<String> to = List.of();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "The question in a file (default: ./upgrade.yaml without --from and --to). Options on the"
              + " command line override it.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--labs",
      paramLabel = "LAB,..",
      split = ",",
      description = "Only these labs (default: all that have the components).")
  private List<String> labs = List.of();

  @ArgGroup private Form form = new Form();

  /** How much. */
  private static final class Form {
    @Option(
        names = "--quick",
        description = "Signatures only, in the labs' short form; the default.")
    private boolean quick;

    @Option(
        names = "--full",
        description =
            "Everything that the labs have, and metrics: each side is measured twice to show the "
                + "noise.")
    private boolean full;

    Optional<RunForm> typed() {
      return full || quick ? Optional.of(RunForm.of(quick)) : Optional.empty();
    }
  }

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Trials of each point a side (default: the lab's own number).")
  private Optional<Integer> trials = Optional.empty();

  @Mixin private final Exclusion exclusion = new Exclusion();

  @Option(
      names = Exclusion.UNTIL_DECIDED,
      description =
          "end a candidate's trials at a point when each of its faults has shown; your version,"
              + " and an absence, need all trials")
  boolean untilDecided;

  @Option(
      names = Percent.OPTION,
      paramLabel = "PERCENT",
      description =
          "A metric counts if the whole interval of its ratio is beyond this, and beyond noise"
              + " (default: "
              + Percent.DEFAULT
              + "%%).")
  private Optional<String> worseThan = Optional.empty();

  @Option(
      names = SERVICE,
      paramLabel = "FILE",
      description =
          "A faultlab.yaml: its service is checked as well, from its own version to its own"
              + " candidate, and counts in the answer. Starts the compose project; docs/how-to/check.md.")
  Optional<Path> service = Optional.empty();

  /** Whether the command line names a side. */
  boolean hasSides() {
    return from.isPresent() || !to.isEmpty();
  }

  /** Whether a side is what an application consists of. */
  boolean documents() {
    return Stream.concat(from.stream(), to.stream()).anyMatch(SbomUpgrade::isSbom);
  }

  /** The two sides, if they are that. */
  List<String> bothDocuments() {
    List<String> sides = Stream.concat(from.stream(), to.stream()).toList();
    if (from.isEmpty() || to.size() != 1 || !sides.stream().allMatch(SbomUpgrade::isSbom)) {
      throw new WrongUsage("expected sbom:FILE or image:NAME in --from and in one --to");
    }
    return sides;
  }

  /** The question from the file, overridden by the command line; either side may be missing. */
  UpgradeFile question(LabReader reader) {
    WrongUsage.throwIf(trials.filter(n -> n < 1).isPresent(), "--trials: expected at least 1");
    WrongUsage.throwIf(file.filter(Files::notExists).isPresent(), "no file %s", file.orElse(null));
    Optional<UpgradeFile> read =
        fileToRead().map(path -> UpgradeFile.read(path, reader, LocalDate.now(ZoneOffset.UTC)));
    return new UpgradeFile(
        from.or(() -> read.flatMap(UpgradeFile::from)),
        to.isEmpty() ? read.map(UpgradeFile::to).orElse(to) : to,
        labs.isEmpty() ? read.map(UpgradeFile::labs).orElse(labs) : labs,
        form.typed().or(() -> read.map(UpgradeFile::form)).orElse(RunForm.SHORT),
        exclusion.trials(trials).or(() -> read.flatMap(UpgradeFile::trials)),
        worseThan.or(() -> read.flatMap(UpgradeFile::worseThan)),
        read.map(UpgradeFile::accepted).orElse(List.of()),
        service.or(() -> read.flatMap(UpgradeFile::service)));
  }

  private Optional<Path> fileToRead() {
    Path defaultFile = Path.of(UpgradeFile.NAME);
    boolean reads = file.isEmpty() && from.isEmpty() && to.isEmpty() && Files.exists(defaultFile);
    return reads ? Optional.of(defaultFile) : file;
  }

  /** Requires both sides. */
  UpgradeFile complete(UpgradeFile upgradeFile) {
    if (upgradeFile.from().isEmpty() || upgradeFile.to().isEmpty()) {
      Path defaultFile = Path.of(UpgradeFile.NAME);
      String unread =
          Files.exists(defaultFile)
              ? defaultFile + " is not read if --from or --to is given"
              : "there is no " + defaultFile;
      String why = fileToRead().map(path -> path + " does not say it").orElse(unread);
      String side = upgradeFile.from().isEmpty() ? "--from" : "--to";
      boolean onlyService = upgradeFile.service().isPresent();
      String check = onlyService ? "; './faultlab check' asks about the service alone" : "";
      throw new WrongUsage(side + " is missing, and " + why + check);
    }
    return upgradeFile;
  }
}
