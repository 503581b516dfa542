package dev.faultlab.run;

import dev.faultlab.doctor.Kvm;
import dev.faultlab.doctor.Prerequisite;
import dev.faultlab.image.ImageResolver;
import dev.faultlab.image.Roles;
import dev.faultlab.kernel.GuestRoots;
import dev.faultlab.kernel.KernelStore;
import dev.faultlab.kernel.Snapshots;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Provides what stacks are made of: images, kernels, and the file systems and snapshots of guests.
 *
 * @param workspace the clone and the cache
 * @param commands runs programs
 * @param environment of this process
 * @param labs folders of labs, which may bring images of their own
 */
public record Provisioning(
    Workspace workspace,
    Commands commands,
    Progress progress,
    Map<String, String> environment,
    List<Path> labs) {

  public Roles roles() {
    return Roles.read(workspace.images().resolve("roles.yaml"), labs);
  }

  /** A resolver for this invocation. */
  public ImageResolver images() {
    return new ImageResolver(workspace, roles(), commands, progress, environment);
  }

  /** Kernels, made when they are not here. */
  public KernelStore kernels() {
    return new KernelStore(workspace, images(), commands, progress);
  }

  /** File systems for guests. */
  public GuestRoots guestRoots() {
    return new GuestRoots(workspace, images(), commands, progress);
  }

  /** Snapshots of guests. */
  public Snapshots snapshots() {
    return new Snapshots(workspace.cache(), commands);
  }

  /** {@code /dev/kvm} where a guest really runs with it, else a device that is always there. */
  public String kvmDevice() {
    Path device = Path.of("/dev/kvm");
    if ("kvm".equals(environment.get("KERNEL_BACKEND")) && Files.exists(device)) {
      // the user insisted on it; the guest will report what is wrong with it
      return device.toString();
    }
    boolean works = new Kvm(device, commands).examine().state() == Prerequisite.State.OK;
    return works ? device.toString() : "/dev/null";
  }
}
