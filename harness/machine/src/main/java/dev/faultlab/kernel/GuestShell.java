package dev.faultlab.kernel;

import dev.faultlab.docker.DockerCommand;
import dev.faultlab.docker.OneShot;
import dev.faultlab.guest.CachedKernel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One guest started by hand, without a stack.
 *
 * @param vmImage image of the role vm
 * @param root directory of {@link GuestRoots}
 * @param kvmDevice {@code /dev/kvm}, or {@code /dev/null} if it is unusable
 * @param memory of the guest, in MiB
 * @param sysctls set before any service starts
 * @param snapshots as {@link Snapshots#variables}
 */
public record GuestShell(
    String vmImage,
    CachedKernel kernel,
    Path root,
    String kvmDevice,
    int memory,
    Map<String, String> sysctls,
    Map<String, String> snapshots) {

  private static final int POLL_MILLIS = 200;
  private static final int QEMU_MEBIBYTES = 200;

  /**
   * Starts the guest, runs a command in it (a shell if there is none) on our own terminal, and ends
   * the guest.
   *
   * @param terminal whether standard input is one
   * @return the command's exit status; the guest's own if it did not start
   */
  public int run(List<String> command, boolean terminal) throws IOException, InterruptedException {
    String name = OneShot.newName("vm");
    List<String> words = new ArrayList<>(List.of("exec", "-i"));
    words.addAll(
        terminal
            ? List.of("-t", name, "vm", "exec", "--tty", "--")
            : List.of(name, "vm", "exec", "--"));
    words.addAll(command.isEmpty() ? List.of("sh") : command);
    // Our standard output is for the command; the guest's log goes to standard error.
    Process guest = new ProcessBuilder(guestCommand(name)).redirectErrorStream(true).start();
    Thread log = new Thread(() -> relay(guest));
    log.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> OneShot.remove(name)));
    try {
      while (guest.isAlive() && DockerCommand.status("exec", name, "vm", "ready") != 0) {
        guest.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
      }
      if (!guest.isAlive()) {
        return guest.waitFor();
      }
      return DockerCommand.attached(DockerCommand.of(words));
    } finally {
      OneShot.remove(name);
      log.join();
    }
  }

  private static void relay(Process guest) {
    try {
      guest.getInputStream().transferTo(System.err);
    } catch (IOException e) {
      System.err.println("faultlab: the guest's log ends here: " + e.getMessage());
    }
  }

  List<String> guestCommand(String name) {
    List<String> settings = new ArrayList<>();
    sysctls.forEach((key, value) -> settings.add(key + "=" + value.replace(' ', ',')));
    // Like a stack's guest: twice its need, which is its memory plus QEMU's own.
    return new OneShot(2 * (memory + QEMU_MEBIBYTES))
        .named(name)
        .capabilities(List.of("NET_ADMIN"))
        .with("--device", "/dev/net/tun", "--device", kvmDevice + ":/dev/kvm")
        .readOnly(kernel.directory(), "/vm/kernel")
        .readOnly(root.resolve("root.sqfs"), "/vm/root.sqfs")
        .readOnly(root.resolve("root.json"), "/vm/root.json")
        .mount(Path.of(snapshots.get("VM_SNAPSHOTS")), "/vm/snapshots")
        .env("VM_SNAPSHOT", "/vm/snapshots")
        .env("VM_SNAPSHOT_MODE", snapshots.get("VM_SNAPSHOT_MODE"))
        .env("KERNEL_BACKEND", System.getenv().getOrDefault("KERNEL_BACKEND", ""))
        .env("VM_MEMORY", Integer.toString(memory))
        .env("VM_SYSCTLS", String.join(" ", settings))
        // The guest is only for the shell; its service just has to exist.
        .command(vmImage, List.of("sleep", "2147483647"))
        .words();
  }
}
