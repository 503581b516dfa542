package dev.faultlab.cli;

import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.doctor.Kvm;
import dev.faultlab.guest.CachedKernel;
import dev.faultlab.image.ImageRequest;
import dev.faultlab.kernel.GuestShell;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.kernel.KernelMaker;
import dev.faultlab.kernel.Snapshots;
import dev.faultlab.lab.Requirement;
import dev.faultlab.run.Provisioning;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab vm}: a shell, or a command, in a guest. */
@Command(
    name = "vm",
    description = {
      "Starts a guest on a chosen kernel and opens a shell in it, or runs a command.",
      "The guest ends with the shell."
    })
final class VmCommand implements Callable<Integer> {
  private static final String MEMORY = "--memory";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "KERNEL",
      description = "As listed by ./faultlab kernels (default: the first of those built here).")
  private Optional<String> kernel = Optional.empty();

  @Parameters(
      index = "1..*",
      paramLabel = "COMMAND",
      description = "Run this instead of a shell; write -- before it.")
  private List<String> command = List.of();

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      defaultValue = "netshoot",
      description = "Role whose image is the guest's file system (default: ${DEFAULT-VALUE}).")
  private String role;

  @Option(
      names = MEMORY,
      paramLabel = "MIB",
      defaultValue = "1024",
      description = "The guest's memory in MiB (default: ${DEFAULT-VALUE}).")
  private int memory;

  @Option(
      names = "--sysctl",
      paramLabel = "NAME=VALUE",
      description = "Set in the guest before any program runs; may be repeated.")
  private Map<String, String> sysctls = Map.of();

  @Option(
      names = LabCommand.NO_SNAPSHOT,
      description = "Boot the guest instead of restoring a matching snapshot.")
  private boolean noSnapshot;

  private final Toolbox tools;

  VmCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    // Checked before a kernel is built for minutes.
    WrongUsage.requireBetween(MEMORY, memory, 64, 1 << 20);
    Provisioning provisioning = tools.provisioning();
    ImageRequest request = provisioning.images().roles().request(Requirement.Image.parse(role));
    CachedKernel chosen =
        provisioning.kernel(
            kernel
                .map(KernelMaker::parse)
                .orElseGet(() -> provisioning.pairs().declared().keySet().iterator().next()));
    String image = provisioning.images().resolveAll(List.of(request)).get(0).name();
    GuestShell shell =
        new GuestShell(
            provisioning.images().image("vm", Map.of()),
            chosen,
            provisioning.guestRoot(image),
            Kvm.device(tools.environment()),
            memory,
            sysctls,
            new Snapshots(tools.workspace().cache(), tools.commands())
                .variables(noSnapshot ? GuestStart.COLD : GuestStart.FROM_SNAPSHOT));
    return shell.run(command, System.console() != null);
  }
}
