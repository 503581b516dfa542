package dev.faultlab.cures.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  /** A method {@code it} of a class, in pieces. */
  private interface Code {
    void in(MethodVisitor method);
  }

  private static final Code RETURN = method -> method.visitInsn(Opcodes.RETURN);

  @Test
  void whereTheCodeStandsAndWhatElseTheClassHasDoesNotCount() {
    Code withLines =
        method -> {
          Label start = new Label();
          method.visitLabel(start);
          method.visitLineNumber(815, start);
          method.visitInsn(Opcodes.RETURN);
        };
    byte[] crowded = written(Opcodes.ACC_STATIC, withLines, "another", "a third");
    assertThat(of(crowded)).isEqualTo(of(written(Opcodes.ACC_STATIC, RETURN)));
  }

  @Test
  void everyInstructionCounts() {
    List<byte[]> classes =
        Stream.<Code>of(
                RETURN,
                method -> method.visitVarInsn(Opcodes.ALOAD, 1),
                method -> method.visitVarInsn(Opcodes.ALOAD, 2),
                method -> method.visitLdcInsn("one"),
                method -> method.visitLdcInsn("two"),
                method -> method.visitFieldInsn(Opcodes.GETSTATIC, "A", "b", "I"),
                method -> method.visitFieldInsn(Opcodes.GETSTATIC, "A", "c", "I"),
                method -> method.visitMethodInsn(Opcodes.INVOKESTATIC, "A", "d", "()V", false),
                method -> method.visitMethodInsn(Opcodes.INVOKESTATIC, "A", "e", "()V", false),
                method -> jump(method, Opcodes.IFEQ),
                method -> jump(method, Opcodes.IFNE),
                method -> method.visitTypeInsn(Opcodes.NEW, "A"),
                method -> method.visitIincInsn(1, 2),
                method -> method.visitIntInsn(Opcodes.BIPUSH, 9))
            .map(code -> written(Opcodes.ACC_STATIC, code))
            .toList();
    assertThat(classes.stream().map(FingerprintTest::of)).doesNotHaveDuplicates();
    assertThat(of(written(Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED, RETURN)))
        .isNotEqualTo(of(written(Opcodes.ACC_STATIC, RETURN)));
  }

  @Test
  void aMethodThatIsNotThereIsRefused() {
    byte[] file = written(Opcodes.ACC_STATIC, RETURN);
    assertThatThrownBy(() -> Fingerprint.of(file, "other"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("0 methods other");
  }

  private static void jump(MethodVisitor method, int opcode) {
    Label end = new Label();
    method.visitJumpInsn(opcode, end);
    method.visitInsn(Opcodes.NOP);
    method.visitLabel(end);
    method.visitInsn(Opcodes.RETURN);
  }

  private static String of(byte[] file) {
    return Fingerprint.of(file, "it");
  }

  private static byte[] written(int access, Code code, String... others) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "A", null, "java/lang/Object", null);
    Arrays.stream(others).forEach(name -> method(writer, access, name, RETURN));
    method(writer, access, "it", code);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void method(ClassWriter writer, int access, String name, Code code) {
    MethodVisitor method = writer.visitMethod(access, name, "()V", null, null);
    method.visitCode();
    code.in(method);
    method.visitMaxs(4, 4);
    method.visitEnd();
  }
}
