package dev.faultlab.cures.inetaddress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.cures.agent.Refusal;
import java.util.concurrent.locks.ReentrantLock;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

class LockReplacingTest {
  private static final String LOCK = "java/util/concurrent/locks/ReentrantLock";

  @Test
  void refusesAMethodWithoutTheLockThatItKnows() {
    assertThatThrownBy(() -> replacing().visitEnd())
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("0 monitors, 0 locks");
  }

  @Test
  void refusesAMethodWithBothOrWithSeveral() {
    LockReplacing both = replacing();
    monitor(both);
    call(both, "lock");
    call(both, "unlock");
    assertThatThrownBy(both::visitEnd).isInstanceOf(Refusal.class);
    LockReplacing several = replacing();
    monitor(several);
    monitor(several);
    assertThatThrownBy(several::visitEnd).hasMessageContaining("2 monitors");
    LockReplacing neverGivenBack = replacing();
    call(neverGivenBack, "lock");
    assertThatThrownBy(neverGivenBack::visitEnd).isInstanceOf(Refusal.class);
  }

  @Test
  void refusesAMonitorOfAnotherObject() {
    LockReplacing other = replacing();
    other.visitVarInsn(Opcodes.ALOAD, 1);
    other.visitInsn(Opcodes.DUP);
    other.visitVarInsn(Opcodes.ASTORE, 2);
    other.visitInsn(Opcodes.MONITORENTER);
    assertThatThrownBy(other::visitEnd).isInstanceOf(Refusal.class);
  }

  /** While addresses are kept the lock is the JDK's: one thread fetches, the others wait for it. */
  @Test
  void theLockIsLiftedOnlyWhileNothingIsKept() {
    Object shared = new Object();
    ReentrantLock lock = new ReentrantLock();
    Lookups.set(true, false);
    try {
      assertThat(Lookups.monitor(shared, Lookups.NEVER)).isNotSameAs(shared);
      assertThat(Lookups.monitor(shared, 30)).isSameAs(shared);
      assertThat(Lookups.monitor(shared, -1)).isSameAs(shared);
      Lookups.lock(lock, Lookups.NEVER);
      assertThat(lock.isLocked()).isFalse();
      Lookups.unlock(lock);
      Lookups.lock(lock, 30);
      assertThat(lock.isHeldByCurrentThread()).isTrue();
      Lookups.unlock(lock);
      assertThat(lock.isLocked()).isFalse();
    } finally {
      Lookups.set(false, false);
    }
    assertThat(Lookups.monitor(shared, Lookups.NEVER)).isSameAs(shared);
  }

  private static LockReplacing replacing() {
    return new LockReplacing(new MethodVisitor(Opcodes.ASM9) {});
  }

  private static void monitor(LockReplacing method) {
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitInsn(Opcodes.DUP);
    method.visitVarInsn(Opcodes.ASTORE, 2);
    method.visitInsn(Opcodes.MONITORENTER);
  }

  private static void call(LockReplacing method, String name) {
    method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOCK, name, "()V", false);
  }
}
