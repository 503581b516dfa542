package dev.faultlab.cures.inetaddress;

import dev.faultlab.cures.agent.Refusal;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Hands the one lock of a method to {@link Lookups}: {@code synchronized (this)}, or a {@code
 * ReentrantLock}. Refuses a method that has neither, both, or several.
 */
final class LockReplacing extends MethodVisitor {
  private static final String LOOKUPS = Type.getInternalName(Lookups.class);
  private static final String LOCK = "java/util/concurrent/locks/ReentrantLock";

  private boolean justLoadedThis;
  private int monitors;
  private int monitorsEntered;
  private int locks;
  private int unlocks;

  LockReplacing(MethodVisitor next) {
    super(OpenedClassReader.ASM_API, next);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    super.visitVarInsn(opcode, variable);
    justLoadedThis = opcode == Opcodes.ALOAD && variable == 0;
  }

  /** What javac makes of {@code synchronized (this) {}: aload_0, dup, astore, monitorenter. */
  @Override
  public void visitInsn(int opcode) {
    if (opcode == Opcodes.DUP && justLoadedThis) {
      monitors++;
      policy();
      lookups("monitor", "(Ljava/lang/Object;I)Ljava/lang/Object;");
    }
    if (opcode == Opcodes.MONITORENTER) {
      monitorsEntered++;
    }
    justLoadedThis = false;
    super.visitInsn(opcode);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    justLoadedThis = false;
    if (owner.equals(LOCK) && name.equals("lock")) {
      locks++;
      policy();
      lookups("lock", "(L" + LOCK + ";I)V");
    } else if (owner.equals(LOCK) && name.equals("unlock")) {
      unlocks++;
      lookups("unlock", "(L" + LOCK + ";)V");
    } else {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    justLoadedThis = false;
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitEnd() {
    boolean monitor = monitors == 1 && monitorsEntered == 1 && locks == 0 && unlocks == 0;
    boolean lock = monitors == 0 && monitorsEntered == 0 && locks == 1 && unlocks > 0;
    if (monitor == lock) {
      throw new Refusal(
          "the lock of a lookup is not as expected: "
              + monitorsEntered
              + " monitors, "
              + locks
              + " locks");
    }
    super.visitEnd();
  }

  /** For how long an address is cached, as the method itself asks further down. */
  private void policy() {
    super.visitMethodInsn(
        Opcodes.INVOKESTATIC, "sun/net/InetAddressCachePolicy", "get", "()I", false);
  }

  private void lookups(String method, String descriptor) {
    super.visitMethodInsn(Opcodes.INVOKESTATIC, LOOKUPS, method, descriptor, false);
  }
}
