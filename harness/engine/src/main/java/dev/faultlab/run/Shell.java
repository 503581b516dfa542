package dev.faultlab.run;

import dev.faultlab.docker.DockerCommand;
import dev.faultlab.docker.OneShot;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.owner.Labels;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A shell on our own terminal, in a service of a run or beside it.
 *
 * @param run whose label finds the containers
 */
public record Shell(String run, Provisioning tools) {
  private static final String BEST_SHELL =
      "if command -v bash >/dev/null; then exec bash; else exec sh; fi";

  /** A service with its own kernel is inside a guest; its container holds only QEMU. */
  private static final String GUEST_SHELL =
      "if command -v vm >/dev/null; then if [ -t 0 ]; then exec vm exec --tty -- sh;"
          + " else exec vm exec -- sh; fi; fi; ";

  /**
   * The wire can be seen beside a guest, but not its sockets; the program that queries them is
   * passed in.
   */
  private static final String GUEST_ACCESS =
      "[ ! -S /proc/1/root/run/vm/exec.sock ] || { ln -s /proc/1/root/run/vm /run/vm"
          + " && ln -s /proc/1/root/usr/local/bin/vm /usr/local/bin/vm"
          + " && echo 'ss and nstat of the guest: vm exec --tools -- ss -tin'; }; ";

  /** The JDK's tools meet a JVM at a socket in /tmp, so both must see the same /tmp. */
  private static final String SAME_TMP =
      "[ ! -d /proc/1/root/tmp ] || { rm -rf /tmp && ln -s /proc/1/root/tmp /tmp; }; ";

  /**
   * Needed by tcpdump and ss -K, by strace, and for the files and processes of another user's JVM.
   */
  private static final List<String> CAPABILITIES =
      List.of(
          "NET_ADMIN NET_RAW SYS_PTRACE CHOWN DAC_OVERRIDE FOWNER KILL SETUID SETGID".split(" "));

  private static final int MEMORY_MEBIBYTES = 1024;

  /**
   * Opens a shell in a service and waits for its end.
   *
   * @return the shell's exit status
   * @throws StackException when the service has no container, or no shell
   */
  public int open(String service) throws IOException, InterruptedException {
    String container = container(service);
    if (!tools.commands().run(DockerCommand.of("exec", container, "sh", "-c", ":")).ok()) {
      throw new StackException(
          "it has no shell; 'tools' (--tools) opens one next to it, with more tools");
    }
    List<String> words = new ArrayList<>(List.of("exec", "--interactive"));
    words.addAll(terminal());
    words.addAll(List.of(container, "sh", "-c", GUEST_SHELL + BEST_SHELL));
    return DockerCommand.attached(DockerCommand.of(words));
  }

  /**
   * Opens a shell beside a service, in its network and process name spaces, with tools that its
   * image lacks, and waits for its end. The service's own files are below {@code /proc/1/root}.
   *
   * @return the shell's exit status
   * @throws StackException when the service has no container
   */
  public int openBeside(String service) throws IOException, InterruptedException {
    String image = tools.images().image("netshoot", Map.of());
    Optional<Path> jdk = JdkTools.folder(tools.workspace().cache());
    if (jdk.isEmpty()) {
      tools
          .progress()
          .say("no jcmd and jstack: the Java that faultlab runs on has no jlink, or it failed");
    }
    return DockerCommand.attached(words(container(service), image, jdk, terminal()));
  }

  /** The command that opens a shell beside a container. */
  Command words(String container, String image, Optional<Path> jdk, List<String> terminal) {
    OneShot shell =
        new OneShot(MEMORY_MEBIBYTES, run)
            .with("--interactive")
            .with(terminal.toArray(String[]::new))
            .with("--network", "container:" + container, "--pid", "container:" + container)
            .capabilities(CAPABILITIES);
    String path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    jdk.ifPresent(folder -> shell.readOnly(folder, "/opt/jdk"));
    shell.env("PATH", path + (jdk.isPresent() ? ":/opt/jdk/bin" : ""));
    return shell.command(image, List.of("sh", "-c", SAME_TMP + GUEST_ACCESS + BEST_SHELL));
  }

  private static List<String> terminal() {
    return System.console() == null ? List.of() : List.of("--tty");
  }

  private String container(String service) {
    String ofRun = "label=" + Labels.RUN + "=" + run;
    String named = "label=" + Labels.SERVICE + "=" + service;
    Command ps = DockerCommand.of("ps", "--quiet", "--filter", ofRun, "--filter", named);
    CommandResult found = tools.commands().run(ps);
    String container = found.out().strip();
    if (!found.ok() || container.isEmpty()) {
      throw new StackException("service " + service + " has no container: " + found.err());
    }
    return container;
  }
}
