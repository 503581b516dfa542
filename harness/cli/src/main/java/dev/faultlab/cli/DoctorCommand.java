package dev.faultlab.cli;

import dev.faultlab.docker.ImageException;
import dev.faultlab.doctor.Doctor;
import dev.faultlab.doctor.Kvm;
import dev.faultlab.doctor.Prerequisite;
import dev.faultlab.kernel.Snapshots;
import dev.faultlab.run.Leftovers;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ./faultlab doctor}: shows what this machine has, and what it lacks. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Prints every prerequisite: what was found, what is needed, how to get it.",
      "Starts a tiny guest to see whether KVM really works; changes nothing."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:labs can run", "69:something needed is missing"})
final class DoctorCommand implements Callable<Integer> {
  private final Toolbox tools;

  DoctorCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() {
    Kvm kvm = new Kvm(Path.of("/dev/kvm"), tools.commands());
    List<Prerequisite> findings = new Doctor(tools.workspace(), tools.commands(), kvm).examine();
    Table table = new Table("", "PREREQUISITE", "FOUND", "NEEDED", "HOW TO GET IT");
    for (Prerequisite finding : findings) {
      table.row(
          finding.state().name().toLowerCase(Locale.ROOT),
          finding.what(),
          finding.found(),
          finding.needed(),
          finding.how());
    }
    tools.out().print(table);
    leftovers().ifPresent(tools.out()::println);
    tools.out().print(snapshots());
    long missing =
        findings.stream().filter(finding -> finding.state() == Prerequisite.State.MISSING).count();
    tools
        .out()
        .println(
            missing == 0 ? "Labs can run here." : missing + " missing: labs cannot run here yet.");
    return missing == 0 ? ExitStatus.OK : ExitStatus.UNAVAILABLE;
  }

  private String snapshots() {
    try {
      Snapshots kept = tools.provisioning().snapshots();
      return kept.count() == 0
          ? ""
          : "Disk: snapshots of guests: %d, %s (removed when six days old)%n"
              .formatted(kept.count(), Leftovers.size(kept.bytes()));
    } catch (UncheckedIOException e) {
      return "Disk: snapshots of guests: %s%n".formatted(cannotLook(e));
    }
  }

  private static String cannotLook(UncheckedIOException trouble) {
    return trouble.getMessage() + " (" + trouble.getCause() + ")";
  }

  private Optional<String> leftovers() {
    try {
      Leftovers leftovers =
          Leftovers.find(tools.provisioning(), Duration.ofDays(Leftovers.UNUSED_DAYS));
      return leftovers.all().isEmpty()
          ? Optional.empty()
          : Optional.of("Disk: " + leftovers + " (./faultlab clean --images)");
    } catch (ImageException e) {
      return Optional.empty(); // an engine that does not answer has its own line above
    } catch (UncheckedIOException e) {
      return Optional.of("Disk: what older recipes have made: " + cannotLook(e));
    }
  }
}
