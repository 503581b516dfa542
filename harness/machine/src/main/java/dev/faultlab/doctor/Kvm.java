package dev.faultlab.doctor;

import dev.faultlab.machine.Memory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Whether guests may run with KVM, before one is started. An existing {@code /dev/kvm} is not
 * enough: it may be forbidden, or the processor may not show virtualization to this machine. Then
 * the hypervisor below lets KVM interpret every instruction of a kernel, which is slower than
 * QEMU's own emulation. The vm program has the last word: it starts a guest with KVM.
 *
 * @param processors its {@code /proc/cpuinfo}
 */
public record Kvm(Path device, Path processors) {
  private static final Pattern VIRTUALIZATION = Pattern.compile("(?m)^flags\\s*:.* (vmx|svm)\\b");

  public static Kvm ofThisMachine() {
    return new Kvm(Path.of("/dev/kvm"), Path.of("/proc/cpuinfo"));
  }

  /**
   * {@code /dev/kvm} where guests may run with it, else a device that is always there.
   *
   * @param environment of this process, where the user may insist on it
   */
  public static String device(Map<String, String> environment) {
    Kvm kvm = ofThisMachine();
    // The guest will report what is wrong with it.
    boolean insisted = "kvm".equals(environment.get("KERNEL_BACKEND")) && Files.exists(kvm.device);
    boolean works = insisted || kvm.examine().state() == Prerequisite.State.OK;
    return works ? kvm.device.toString() : "/dev/null";
  }

  public Prerequisite examine() {
    boolean exists = Files.exists(device);
    boolean allowed = Files.isReadable(device) && Files.isWritable(device);
    boolean able = VIRTUALIZATION.matcher(Memory.read(processors)).find();
    String missing = exists ? device + " may not be used" : "no " + device;
    String found = able ? device + " and a processor for it" : "a processor without vmx or svm";
    String hint = exists && !allowed ? "sudo usermod -aG kvm $USER, then log in again; " : "";
    return Prerequisite.optional(
        allowed && able,
        "KVM",
        allowed ? found : missing,
        "for kernel labs at full speed",
        hint + "without it guests are emulated: same verdict, slower");
  }
}
