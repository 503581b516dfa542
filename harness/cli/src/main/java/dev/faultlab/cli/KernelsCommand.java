package dev.faultlab.cli;

import dev.faultlab.command.Toolbox;
import dev.faultlab.guest.CachedKernel;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.KernelStore;
import dev.faultlab.kernel.KernelMaker;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab kernels}: lists kernels, and fetches or builds the named ones. */
@Command(
    name = "kernels",
    description = {
      "Lists the kernels that a service can run on: those that are here, and those that are "
          + "available.",
      "Named kernels are built or fetched first."
    })
final class KernelsCommand implements Runnable {
  /**
   * Kernels that the list offers besides the pairs; any other suite, path or image can be named.
   * These images are kernels from before Linux 5.6, when /dev/random still waited for entropy.
   */
  private static final List<String> LISTED_KERNELS =
      Stream.concat(
              KernelName.STOCK.stream(),
              Stream.of(
                  "oci:weaveworks/ignite-kernel:5.4.43", "oci:weaveworks/ignite-kernel:4.19.125"))
          .toList();

  @Parameters(
      paramLabel = "KERNEL",
      description = {
        "One of a pair that is built here, by its name in the list;",
        "debian:SUITE[/PACKAGE]: a stock kernel; file:PATH: a bzImage;",
        "oci:IMAGE: an image with a kernel in /boot."
      })
  private List<String> requested = List.of();

  private final Toolbox tools;

  KernelsCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public void run() {
    KernelStore store = tools.provisioning().kernels();
    List<KernelName> named = requested.stream().map(KernelMaker::parse).toList();
    // All names are checked first: an error in the last one must not show after a build.
    named.forEach(store::check);
    named.forEach(store::provide);
    Set<KernelName> names = new LinkedHashSet<>(named);
    Map<KernelName, String> declared = tools.provisioning().pairs().declared();
    names.addAll(declared.keySet());
    LISTED_KERNELS.forEach(name -> names.add(KernelMaker.parse(name)));
    Table table = new Table("KERNEL", "RELEASE", "SOURCE", "STATE");
    for (KernelName name : names) {
      Optional<CachedKernel> kernel = store.present(name);
      table.row(
          name,
          kernel.map(CachedKernel::release).orElse("-"),
          kernel.map(CachedKernel::source).filter(s -> !s.isEmpty()).orElse("-"),
          kernel
              .map(k -> "here, sha256 " + k.sha256().substring(0, 12))
              .orElse("./faultlab kernels " + name));
    }
    tools.out().println(table);
    Table pairs = new Table("BUILT HERE", "WHAT IT IS ABOUT");
    declared.forEach(pairs::row);
    tools.out().print(pairs);
  }
}
