package dev.faultlab.owner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The process that started something, distinguished from any later process with the same number by
 * boot id, process id, start time (proc(5): field 22 of {@code /proc/<pid>/stat}, in clock ticks
 * since boot) and PID namespace (pid_namespaces(7)), in which the number counts.
 */
public record Owner(String boot, long pid, String startedTicks, String namespace) {

  /** Whether a process still runs, as far as this process can see. */
  public enum Life {
    RUNS,
    GONE,
    /**
     * The owner is on another machine, in another PID namespace, or a user whose processes are
     * hidden.
     */
    HIDDEN
  }

  /** The kernel's first PID namespace, which sees all others (PROC_PID_INIT_INO). */
  private static final String FIRST_NAMESPACE = "4026531836";

  private static final Path PROC = Path.of("/proc");

  /** This process. */
  public static Owner current() {
    long pid = ProcessHandle.current().pid();
    try {
      return new Owner(
          Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip().substring(0, 8),
          pid,
          ticks(PROC.resolve(Long.toString(pid))),
          namespace(PROC.resolve("self")).orElse("hidden"));
    } catch (IOException e) {
      throw new IllegalStateException("no /proc/" + pid + ": faultlab needs Linux with /proc", e);
    }
  }

  /** The owner as the value of a label. */
  public String label() {
    return String.join(".", boot, Long.toString(pid), startedTicks, namespace);
  }

  /** Parses a label; empty when it is not one of ours. */
  public static Optional<Owner> parse(String label) {
    String[] parts = label.split("\\.");
    if (parts.length != 4 || !parts[1].matches("\\d{1,9}")) {
      return Optional.empty();
    }
    return Optional.of(new Owner(parts[0], Long.parseLong(parts[1]), parts[2], parts[3]));
  }

  /**
   * Whether the process still runs.
   *
   * @param sameMachine whether it can only have run on this machine, so that another boot id means
   *     an earlier boot
   */
  public Life life(boolean sameMachine) {
    return life(current(), PROC, sameMachine);
  }

  /**
   * @param me the asking process
   * @param proc its {@code /proc}
   */
  Life life(Owner me, Path proc, boolean sameMachine) {
    if (!boot.equals(me.boot)) {
      return sameMachine ? Life.GONE : Life.HIDDEN;
    }
    if (!namespace.equals(me.namespace)) {
      return me.namespace.equals(FIRST_NAMESPACE) ? namespaceSeen(proc) : Life.HIDDEN;
    }
    try {
      Path process = proc.resolve(Long.toString(pid));
      return ticks(process).equals(startedTicks) && !isZombie(process) ? Life.RUNS : Life.GONE;
    } catch (NoSuchFileException e) {
      // With hidepid=2 or hidepid=invisible (proc(5)), other users' processes seem not to exist.
      return Files.exists(proc.resolve("1")) ? Life.GONE : Life.HIDDEN;
    } catch (IOException e) {
      // It may have ended during the read, with ESRCH, or be hidden (hidepid=1).
      return Files.exists(proc.resolve(Long.toString(pid))) ? Life.HIDDEN : Life.GONE;
    }
  }

  /** A namespace without any process is gone, with everything in it. */
  private Life namespaceSeen(Path proc) {
    try (Stream<Path> entries = Files.list(proc)) {
      for (Path process : entries.filter(Owner::isProcess).filter(p -> !isZombie(p)).toList()) {
        Optional<String> namespaceId = namespace(process);
        if (namespaceId.isEmpty() && Files.exists(process)) {
          return Life.HIDDEN; // we may not read its namespace (ptrace(2): access mode checks)
        }
        if (namespaceId.filter(namespace::equals).isPresent()) {
          return Life.HIDDEN;
        }
      }
      return Life.GONE;
    } catch (IOException e) {
      return Life.HIDDEN;
    }
  }

  private static boolean isProcess(Path entry) {
    return entry.getFileName().toString().chars().allMatch(Character::isDigit);
  }

  private static String ticks(Path process) throws IOException {
    return field(22, process);
  }

  /** It ended, and its parent has not asked for its status yet. */
  private static boolean isZombie(Path process) {
    try {
      return "ZX".contains(field(3, process));
    } catch (IOException e) {
      return false;
    }
  }

  private static String field(int number, Path process) throws IOException {
    String stat = Files.readString(process.resolve("stat"));
    // The command in parentheses may hold spaces; field 3 follows the last one.
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[number - 3];
  }

  /** The number in {@code pid:[4026531836]}; empty if it may not be read. */
  private static Optional<String> namespace(Path process) {
    try {
      String link = Files.readSymbolicLink(process.resolve("ns/pid")).toString();
      return Optional.of(link.replaceAll("\\D", ""));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
