package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.docker.ImageException;
import dev.faultlab.doctor.Doctor;
import dev.faultlab.doctor.Kvm;
import dev.faultlab.doctor.Prerequisite;
import dev.faultlab.kernel.Snapshots;
import dev.faultlab.run.Leftovers;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** {@code ./faultlab doctor}: shows what this machine has, and what it lacks. */
@Command(
    name = "doctor",
    description =
        "Prints every prerequisite: what was found, what is needed, how to get it. Changes nothing.",
    exitCodeList = {"0:labs can run", "69:something needed is missing"})
record DoctorCommand(Toolbox tools) implements Callable<Integer> {
  @Override
  public Integer call() {
    Doctor doctor = new Doctor(tools.workspace(), tools.commands(), Kvm.ofThisMachine());
    List<Prerequisite> findings = doctor.examine();
    Table table = new Table("", "PREREQUISITE", "FOUND", "NEEDED", "HOW TO GET IT");
    for (Prerequisite each : findings) {
      String state = each.state().name().toLowerCase(Locale.ROOT);
      table.row(state, each.name(), each.found(), each.needed(), each.fix());
    }
    PrintStream out = tools.out();
    out.print(table);
    leftovers().ifPresent(out::println);
    snapshots().ifPresent(out::println);
    long missing =
        findings.stream().filter(finding -> finding.state() == Prerequisite.State.MISSING).count();
    out.println(missing == 0 ? "Labs can run here." : missing + " missing: no lab can run yet.");
    return missing == 0 ? ExitStatus.OK : ExitStatus.UNAVAILABLE;
  }

  private Optional<String> snapshots() {
    return disk(
        "snapshots of guests: ",
        () -> {
          Snapshots snapshots = new Snapshots(tools.workspace().cache(), tools.commands());
          return Optional.of("%d, %s (removed when six days old)")
              .filter(text -> snapshots.count() > 0)
              .map(text -> text.formatted(snapshots.count(), Leftovers.size(snapshots.bytes())));
        });
  }

  private Optional<String> leftovers() {
    Duration unused = Duration.ofDays(Leftovers.UNUSED_DAYS);
    return disk(
        "",
        () ->
            Optional.of(Leftovers.find(tools.provisioning(), unused))
                .filter(leftovers -> !leftovers.all().isEmpty())
                .map(leftovers -> leftovers + " (./faultlab clean --images)"));
  }

  /** What takes space; an engine that does not answer has its own line above. */
  private static Optional<String> disk(String what, Supplier<Optional<String>> used) {
    try {
      return used.get().map(words -> "Disk: " + what + words);
    } catch (ImageException e) {
      return Optional.empty();
    } catch (UncheckedIOException e) {
      return Optional.of("Disk: %s%s (%s)".formatted(what, e.getMessage(), e.getCause()));
    }
  }
}
