package dev.faultlab.cli;

import dev.faultlab.kernel.Kernel;
import dev.faultlab.kernel.KernelName;
import dev.faultlab.kernel.KernelStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab kernels}: lists kernels, and brings those that are named. */
@Command(
    name = "kernels",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the kernels that a service can run on: those that are here, and those that can be"
          + " had.",
      "Named kernels are built or fetched first."
    })
final class KernelsCommand implements Callable<Integer> {

  /** What is offered without being asked for; every other suite, path or image can be named. */
  private static final List<String> OFFERED =
      List.of(
          "fixed",
          "unfixed",
          "debian:bullseye",
          "debian:bookworm",
          "debian:trixie",
          "debian:trixie-backports",
          "debian:sid",
          "oci:weaveworks/ignite-kernel:5.4.43",
          "oci:weaveworks/ignite-kernel:4.19.125");

  @Parameters(
      paramLabel = "KERNEL",
      description = {
        "fixed, unfixed: Debian's 6.1 with and without commit 909172a14974;",
        "debian:SUITE[/PACKAGE]: a stock kernel; file:PATH: a bzImage;",
        "oci:IMAGE: an image with a kernel in /boot."
      })
  private List<String> wanted = List.of();

  private final Toolbox tools;

  KernelsCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() {
    KernelStore store = tools.kernels();
    List<String> names = new ArrayList<>(wanted);
    wanted.forEach(name -> store.bring(KernelName.parse(name)));
    OFFERED.stream().filter(name -> !names.contains(name)).forEach(names::add);
    Table table = new Table("KERNEL", "RELEASE", "SOURCE", "STATE");
    for (String name : names) {
      Optional<Kernel> kernel = store.present(KernelName.parse(name));
      table.row(
          name,
          kernel.map(Kernel::release).orElse("-"),
          kernel.map(Kernel::source).filter(s -> !s.isEmpty()).orElse("-"),
          kernel
              .map(k -> "here, sha256 " + k.sha256().substring(0, 12))
              .orElse("./faultlab kernels " + name));
    }
    tools.out().print(table);
    return ExitStatus.OK;
  }
}
