package dev.faultlab.doctor;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether an ordinary guest runs with KVM. An existing {@code /dev/kvm} is not enough: it may be
 * forbidden, or the hypervisor below may let KVM interpret every instruction of a kernel, which is
 * slower than QEMU's own emulation. So it starts a guest, see {@link KvmProbe}.
 */
public record Kvm(Path device, Commands commands) {
  /** A guest that takes longer hangs in a call that the probe cannot interrupt. */
  private static final Duration LIMIT = Duration.ofSeconds(3);

  /**
   * A million turns of a two-instruction loop take about half a millisecond on a processor, and a
   * second when they are interpreted.
   */
  private static final double SLOWEST_MILLIS = 100;

  private static final String WHAT = "KVM";
  private static final String NEEDED = "for kernel labs at full speed";
  private static final String WITHOUT = "without it guests are emulated: same verdict, slower";
  private static final Pattern TOOK = Pattern.compile("took (more than )?([0-9.]+) ms");

  /**
   * {@code /dev/kvm} where a guest really runs with it, else a device that is always there.
   *
   * @param environment of this process, where the user may insist on it
   */
  public static String device(Map<String, String> environment, Commands commands) {
    Path device = Path.of("/dev/kvm");
    // The guest will report what is wrong with it.
    boolean insisted = "kvm".equals(environment.get("KERNEL_BACKEND")) && Files.exists(device);
    boolean works =
        insisted || new Kvm(device, commands).examine().state() == Prerequisite.State.OK;
    return works ? device.toString() : "/dev/null";
  }

  /** Starts a guest in its own process: a hanging KVM_RUN cannot be ended otherwise. */
  public Prerequisite examine() {
    if (!Files.exists(device)) {
      return no("no " + device);
    }
    if (!Files.isReadable(device) || !Files.isWritable(device)) {
      String how = "sudo usermod -aG kvm $USER, then log in again; " + WITHOUT;
      return Prerequisite.wanted(false, WHAT, device + " may not be used", NEEDED, how);
    }
    CommandResult result =
        commands.run(
            Command.of(
                    System.getProperty("java.home") + "/bin/java",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    KvmProbe.class.getName(),
                    device.toString())
                .within(LIMIT));
    return judge(result);
  }

  static Prerequisite judge(CommandResult probe) {
    if (probe.status() == CommandResult.TIMED_OUT) {
      return no("a guest hangs (" + LIMIT.toSeconds() + " s)");
    }
    Matcher took = TOOK.matcher(probe.out());
    if (!probe.ok() || !took.find()) {
      return no("no guest starts: " + probe.tail(1));
    }
    double millis = Double.parseDouble(took.group(2));
    boolean ended = took.group(1) == null;
    if (ended && millis <= SLOWEST_MILLIS) {
      return Prerequisite.wanted(true, WHAT, "a guest runs", NEEDED, WITHOUT);
    }
    return no(
        "guests %s%.0f ms for what takes a processor 1 ms)"
            .formatted(
                ended ? "are interpreted (" : "hang or are interpreted (more than ", millis));
  }

  private static Prerequisite no(String found) {
    return Prerequisite.wanted(false, WHAT, found, NEEDED, WITHOUT);
  }
}
