package dev.faultlab.doctor;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
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
  private static final int KVM_EXIT_IO = 2;

  /** The longest time of a useful guest ({@link Kvm}); measuring longer adds nothing. */
  private static final int PATIENCE_MILLIS = 100;

  private static final int MEMORY = 0x200000;
  private static final int CODE = 0x1000;
  private static final int PAGE_TABLES = 0x2000;

  /** mov ecx,1000000; 1: dec rcx; jnz 1b; mov dx,0x3f8; mov al,'.'; out dx,al; hlt. */
  private static final String PROGRAM = "b940420f0048ffc975fb66baf803b02eeef4";

  /** A 64-bit code segment and a data segment: base, limit, selector, type and flags. */
  private static final String CODE_SEGMENT = "0000000000000000ffffffff08000b010000010101000000";

  private static final String DATA_SEGMENT = "0000000000000000ffffffff100003010001010001000000";

  private static final NativeLibrary LIBC = NativeLibrary.getInstance("c");

  private enum Call {
    CREATE_VM(0xAE01),
    GET_VCPU_MMAP_SIZE(0xAE04),
    GET_SUPPORTED_CPUID(0xC008AE05L),
    CREATE_VCPU(0xAE41),
    SET_USER_MEMORY_REGION(0x4020AE46L),
    RUN(0xAE80),
    SET_REGS(0x4090AE82L),
    GET_SREGS(0x8138AE83L),
    SET_SREGS(0x4138AE84L),
    SET_CPUID2(0x4008AE90L);

    private final NativeLong request;

    Call(long request) {
      this.request = new NativeLong(request);
    }
  }

  private KvmProbe() {}

  /**
   * @param args the device
   */
  public static void main(String[] args) throws InterruptedException {
    try {
      start(args[0]);
    } catch (IllegalStateException | ExecutionException e) {
      Throwable why = e instanceof ExecutionException ? e.getCause() : e;
      System.err.println(why.getMessage());
      System.exit(1);
    }
  }

  private static void start(String device) throws InterruptedException, ExecutionException {
    int kvm = LIBC.getFunction("open").invokeInt(new Object[] {device, O_RDWR_CLOEXEC});
    require(kvm >= 0, "cannot open " + device);
    int vm = ioctl(kvm, Call.CREATE_VM, Pointer.NULL);
    giveMemory(vm);
    int vcpu = ioctl(vm, Call.CREATE_VCPU, Pointer.NULL);
    Pointer state = map(ioctl(kvm, Call.GET_VCPU_MMAP_SIZE, Pointer.NULL), MAP_SHARED, vcpu);
    enterLongMode(kvm, vcpu);
    long start = System.nanoTime();
    try {
      CompletableFuture.supplyAsync(() -> ioctl(vcpu, Call.RUN, Pointer.NULL))
          .get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
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
    write(memory, CODE, PROGRAM);
    // Three levels of page tables that map the first 2 MiB on to themselves as one large page.
    memory.setLong(PAGE_TABLES, PAGE_TABLES + 0x1000 | 3);
    memory.setLong(PAGE_TABLES + 0x1000, PAGE_TABLES + 0x2000 | 3);
    memory.setLong(PAGE_TABLES + 0x2000, 0x83);
    Memory region = new Memory(32);
    region.clear();
    region.setLong(16, MEMORY);
    region.setLong(24, Pointer.nativeValue(memory));
    ioctl(vm, Call.SET_USER_MEMORY_REGION, region);
  }

  private static void enterLongMode(int kvm, int vcpu) {
    Memory cpuid = new Memory(8 + 40 * 256);
    cpuid.clear();
    cpuid.setInt(0, 256);
    ioctl(kvm, Call.GET_SUPPORTED_CPUID, cpuid);
    ioctl(vcpu, Call.SET_CPUID2, cpuid);

    Memory sregs = new Memory(312);
    ioctl(vcpu, Call.GET_SREGS, sregs);
    write(sregs, 0, CODE_SEGMENT + DATA_SEGMENT.repeat(5)); // cs, ds, es, fs, gs, ss
    int control = 8 * 24 + 2 * 16; // after eight segments, gdt and idt
    sregs.setLong(control, 0x80000011L); // cr0: paging, protection
    sregs.setLong(control + 16, PAGE_TABLES); // cr3
    sregs.setLong(control + 24, 0x20); // cr4: PAE
    sregs.setLong(control + 40, 0x500); // efer: long mode enabled and active
    ioctl(vcpu, Call.SET_SREGS, sregs);

    Memory regs = new Memory(144);
    regs.clear();
    regs.setLong(16 * 8, CODE); // rip
    regs.setLong(17 * 8, 2); // rflags: the bit that is always set
    ioctl(vcpu, Call.SET_REGS, regs);
  }

  private static void write(Pointer at, int offset, String hex) {
    at.write(offset, HexFormat.of().parseHex(hex), 0, hex.length() / 2);
  }

  private static Pointer map(int size, int flags, int fd) {
    NativeLong length = new NativeLong(size);
    Object[] words = {Pointer.NULL, length, PROT_READ_WRITE, flags, fd, new NativeLong(0)};
    Pointer mapped = LIBC.getFunction("mmap").invokePointer(words);
    require(Pointer.nativeValue(mapped) != -1, "mmap failed");
    return mapped;
  }

  private static int ioctl(int fd, Call what, Pointer argument) {
    int result = LIBC.getFunction("ioctl").invokeInt(new Object[] {fd, what.request, argument});
    require(result >= 0, "KVM_" + what + " failed");
    return result;
  }

  private static void require(boolean ok, String otherwise) {
    if (!ok) {
      throw new IllegalStateException(otherwise + ", errno " + Native.getLastError());
    }
  }
}
