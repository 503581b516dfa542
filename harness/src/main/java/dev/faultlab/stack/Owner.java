package dev.faultlab.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The process that started something, told apart from any later process with the same number: boot
 * id, process id and start time (proc(5): field 22 of {@code /proc/<pid>/stat}, in clock ticks
 * since boot).
 */
public record Owner(String boot, long pid, String startedTicks) {

  /** This process. */
  public static Owner current() {
    long pid = ProcessHandle.current().pid();
    return new Owner(
        bootId(), pid, ticks(pid).orElseThrow(() -> new IllegalStateException("no /proc/" + pid)));
  }

  /** As a label value. */
  public String label() {
    return boot + "." + pid + "." + startedTicks;
  }

  /** Reads a label; empty when it is not one of ours. */
  public static Optional<Owner> parse(String label) {
    String[] parts = label.split("\\.");
    if (parts.length != 3 || !parts[1].matches("\\d{1,9}")) {
      return Optional.empty();
    }
    return Optional.of(new Owner(parts[0], Long.parseLong(parts[1]), parts[2]));
  }

  /** Whether the process still runs. */
  public boolean alive() {
    return boot.equals(bootId()) && ticks(pid).map(startedTicks::equals).orElse(false);
  }

  private static String bootId() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip().substring(0, 8);
    } catch (IOException e) {
      throw new IllegalStateException("no boot id: faultlab needs Linux with /proc", e);
    }
  }

  private static Optional<String> ticks(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The command in parentheses may hold spaces; field 3 follows the last one.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Optional.of(fields[22 - 3]);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
