package dev.faultlab.doctor;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A guest of 20 bytes: in 64-bit kernel mode, as an ordinary Linux runs, it counts down from a
 * million, writes to a port and halts. Prints how long that took, or that it took longer than a
 * useful guest would. A separate program, started by {@link Kvm}.
 *
 * <p>Source of numbers and layouts: Linux, Documentation/virt/kvm/api.rst and
 * arch/x86/include/uapi/asm/kvm.h (x86-64 only).
 */
public final class KvmProbe {
  private static final int O_RDWR_CLOEXEC = 02 | 02000000;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_SHARED = 1;
  private static final int MAP_SHARED_ANONYMOUS = 0x21;

  private static final long KVM_CREATE_VM = 0xAE01;
  private static final long KVM_GET_VCPU_MMAP_SIZE = 0xAE04;
  private static final long KVM_GET_SUPPORTED_CPUID = 0xC008AE05L;
  private static final long KVM_CREATE_VCPU = 0xAE41;
  private static final long KVM_SET_USER_MEMORY_REGION = 0x4020AE46L;
  private static final long KVM_RUN = 0xAE80;
  private static final long KVM_SET_REGS = 0x4090AE82L;
  private static final long KVM_GET_SREGS = 0x8138AE83L;
  private static final long KVM_SET_SREGS = 0x4138AE84L;
  private static final long KVM_SET_CPUID2 = 0x4008AE90L;
  private static final int KVM_EXIT_IO = 2;

  /** The longest time of a useful guest ({@link Kvm}); measuring longer adds nothing. */
  private static final int PATIENCE_MILLIS = 100;

  private static final int MEMORY = 0x200000;
  private static final int CODE = 0x1000;
  private static final int PAGE_TABLES = 0x2000;

  /** mov ecx,1000000; 1: dec rcx; jnz 1b; mov dx,0x3f8; mov al,'.'; out dx,al; hlt. */
  private static final String PROGRAM = "b940420f00 48ffc9 75fb 66baf803 b02e ee f4";

  /** The functions of libc that are needed. */
  interface LibC extends Library {
    int open(String path, int flags);

    int ioctl(int fd, NativeLong request, Pointer argument);

    Pointer mmap(Pointer at, NativeLong size, int protection, int flags, int fd, NativeLong offset);
  }

  private static final LibC LIBC = Native.load("c", LibC.class);

  private KvmProbe() {}

  /**
   * @param args the device
   */
  public static void main(String[] args) throws InterruptedException {
    try {
      start(args[0]);
    } catch (IllegalStateException e) {
      fail(e);
    } catch (ExecutionException e) {
      fail(e.getCause());
    }
  }

  private static void fail(Throwable cause) {
    System.err.println(cause.getMessage());
    System.exit(1);
  }

  private static void start(String device) throws InterruptedException, ExecutionException {
    int kvm = LIBC.open(device, O_RDWR_CLOEXEC);
    if (kvm < 0) {
      throw new IllegalStateException("cannot open " + device + ", errno " + Native.getLastError());
    }
    int vm = ioctl("KVM_CREATE_VM", kvm, KVM_CREATE_VM, Pointer.NULL);
    giveMemory(vm);
    int vcpu = ioctl("KVM_CREATE_VCPU", vm, KVM_CREATE_VCPU, Pointer.NULL);
    int size = ioctl("KVM_GET_VCPU_MMAP_SIZE", kvm, KVM_GET_VCPU_MMAP_SIZE, Pointer.NULL);
    Pointer state = map(size, MAP_SHARED, vcpu);
    enterLongMode(kvm, vcpu);
    long start = System.nanoTime();
    FutureTask<Integer> run = new FutureTask<>(() -> ioctl("KVM_RUN", vcpu, KVM_RUN, Pointer.NULL));
    Thread guest = new Thread(run, "guest");
    guest.setDaemon(true);
    guest.start();
    try {
      run.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      System.out.printf(Locale.ROOT, "took more than %d ms%n", PATIENCE_MILLIS);
      System.out.flush();
      Runtime.getRuntime().halt(0);
    }
    double millis = (System.nanoTime() - start) / 1e6;
    int reason = state.getInt(8); // kvm_run.exit_reason
    if (reason != KVM_EXIT_IO) {
      throw new IllegalStateException("the guest ended with KVM exit reason " + reason);
    }
    System.out.printf(Locale.ROOT, "took %.2f ms%n", millis);
  }

  private static void giveMemory(int vm) {
    Pointer memory = map(MEMORY, MAP_SHARED_ANONYMOUS, -1);
    memory.write(
        CODE,
        HexFormat.of().parseHex(PROGRAM.replace(" ", "")),
        0,
        PROGRAM.replace(" ", "").length() / 2);
    // Three levels of page tables that map the first 2 MiB on to themselves as one large page.
    memory.setLong(PAGE_TABLES, PAGE_TABLES + 0x1000 | 3);
    memory.setLong(PAGE_TABLES + 0x1000, PAGE_TABLES + 0x2000 | 3);
    memory.setLong(PAGE_TABLES + 0x2000, 0x83);
    Memory region = new Memory(32);
    region.clear();
    region.setLong(16, MEMORY);
    region.setLong(24, Pointer.nativeValue(memory));
    ioctl("KVM_SET_USER_MEMORY_REGION", vm, KVM_SET_USER_MEMORY_REGION, region);
  }

  private static void enterLongMode(int kvm, int vcpu) {
    Memory cpuid = new Memory(8 + 40 * 256);
    cpuid.clear();
    cpuid.setInt(0, 256);
    ioctl("KVM_GET_SUPPORTED_CPUID", kvm, KVM_GET_SUPPORTED_CPUID, cpuid);
    ioctl("KVM_SET_CPUID2", vcpu, KVM_SET_CPUID2, cpuid);

    Memory sregs = new Memory(312);
    ioctl("KVM_GET_SREGS", vcpu, KVM_GET_SREGS, sregs);
    segment(sregs, 0, 8, 11, 1); // cs: code, 64-bit
    for (int data = 1; data <= 5; data++) { // ds, es, fs, gs, ss
      segment(sregs, data, 16, 3, 0);
    }
    int control = 8 * 24 + 2 * 16; // after eight segments, gdt and idt
    sregs.setLong(control, 0x80000011L); // cr0: paging, protection
    sregs.setLong(control + 16, PAGE_TABLES); // cr3
    sregs.setLong(control + 24, 0x20); // cr4: PAE
    sregs.setLong(control + 40, 0x500); // efer: long mode enabled and active
    ioctl("KVM_SET_SREGS", vcpu, KVM_SET_SREGS, sregs);

    Memory regs = new Memory(144);
    regs.clear();
    regs.setLong(16 * 8, CODE); // rip
    regs.setLong(17 * 8, 2); // rflags: the bit that is always set
    ioctl("KVM_SET_REGS", vcpu, KVM_SET_REGS, regs);
  }

  private static void segment(Memory sregs, int index, int selector, int type, int longMode) {
    int at = index * 24;
    sregs.setLong(at, 0); // base
    sregs.setInt(at + 8, -1); // limit
    sregs.setShort(at + 12, (short) selector);
    sregs.setByte(at + 14, (byte) type);
    sregs.setByte(at + 15, (byte) 1); // present
    sregs.setByte(at + 16, (byte) 0); // dpl
    sregs.setByte(at + 17, (byte) (1 - longMode)); // db
    sregs.setByte(at + 18, (byte) 1); // s
    sregs.setByte(at + 19, (byte) longMode); // l
    sregs.setByte(at + 20, (byte) 1); // g
  }

  private static Pointer map(long size, int flags, int fd) {
    Pointer mapped =
        LIBC.mmap(
            Pointer.NULL, new NativeLong(size), PROT_READ_WRITE, flags, fd, new NativeLong(0));
    if (Pointer.nativeValue(mapped) == -1) {
      throw new IllegalStateException("mmap failed, errno " + Native.getLastError());
    }
    return mapped;
  }

  private static int ioctl(String name, int fd, long request, Pointer argument) {
    int result = LIBC.ioctl(fd, new NativeLong(request), argument);
    if (result < 0) {
      throw new IllegalStateException(name + " failed, errno " + Native.getLastError());
    }
    return result;
  }
}
