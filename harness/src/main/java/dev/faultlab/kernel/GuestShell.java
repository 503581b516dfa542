package dev.faultlab.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One guest by hand, without a stack around it.
 *
 * @param vmImage image of the role vm
 * @param root directory of {@link GuestRoots}
 * @param kvmDevice {@code /dev/kvm}, or {@code /dev/null} where it is of no use
 * @param memory of the guest, in MiB
 * @param sysctls set before anything runs
 */
public record GuestShell(
    String vmImage,
    Kernel kernel,
    Path root,
    String kvmDevice,
    int memory,
    Map<String, String> sysctls) {

  /**
   * Starts the guest, runs a command in it (a shell when there is none) with our own terminal, and
   * ends the guest.
   *
   * @param terminal whether standard input is one
   * @return the command's exit status; the guest's own where it did not start
   */
  public int run(List<String> command, boolean terminal) throws IOException, InterruptedException {
    String name =
        "faultlab-vm-" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
    Process guest = new ProcessBuilder(guestCommand(name)).inheritIO().start();
    Thread removal = new Thread(() -> remove(name));
    Runtime.getRuntime().addShutdownHook(removal);
    try {
      while (guest.isAlive() && status("docker", "exec", name, "vm", "ready") != 0) {
        guest.waitFor(200, java.util.concurrent.TimeUnit.MILLISECONDS);
      }
      if (!guest.isAlive()) {
        return guest.waitFor();
      }
      List<String> words = new ArrayList<>(List.of("docker", "exec", "-i"));
      words.addAll(
          terminal
              ? List.of("-t", name, "vm", "exec", "--tty", "--")
              : List.of(name, "vm", "exec", "--"));
      words.addAll(command.isEmpty() ? List.of("sh") : command);
      return new ProcessBuilder(words).inheritIO().start().waitFor();
    } finally {
      remove(name);
      Runtime.getRuntime().removeShutdownHook(removal);
    }
  }

  private List<String> guestCommand(String name) {
    List<String> settings = new ArrayList<>();
    sysctls.forEach((key, value) -> settings.add(key + "=" + value.replace(' ', ',')));
    List<String> words = new ArrayList<>(List.of("docker", "run", "--rm", "--name", name));
    words.addAll(List.of("--label", "faultlab.owner=" + ProcessHandle.current().pid()));
    words.addAll(List.of("--cap-drop", "ALL", "--cap-add", "NET_ADMIN"));
    words.addAll(List.of("--device", "/dev/net/tun", "--device", kvmDevice + ":/dev/kvm"));
    words.addAll(List.of("--volume", kernel.directory() + ":/vm/kernel:ro"));
    words.addAll(List.of("--volume", root.resolve("root.sqfs") + ":/vm/root.sqfs:ro"));
    words.addAll(List.of("--volume", root.resolve("root.json") + ":/vm/root.json:ro"));
    words.addAll(
        List.of("--env", "KERNEL_BACKEND=" + System.getenv().getOrDefault("KERNEL_BACKEND", "")));
    words.addAll(
        List.of(
            "--env", "VM_MEMORY=" + memory, "--env", "VM_SYSCTLS=" + String.join(" ", settings)));
    // The shell is what this guest is for; its service only has to be there.
    words.addAll(List.of(vmImage, "sleep", "2147483647"));
    return words;
  }

  private static void remove(String name) {
    try {
      status("docker", "rm", "--force", name);
    } catch (IOException e) {
      System.err.println(
          "faultlab: the container " + name + " may still be there: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int status(String... words) throws IOException, InterruptedException {
    return new ProcessBuilder(words)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
