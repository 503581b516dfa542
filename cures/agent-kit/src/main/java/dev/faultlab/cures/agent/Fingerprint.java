package dev.faultlab.cures.agent;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.IdentityHashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * What a method does, instruction by instruction, in twelve hexadecimal digits. The same source
 * gives the same ones in every build of a JDK: constants count by value and jumps by where they
 * lead, and neither line numbers nor the names of local variables count.
 */
final class Fingerprint extends MethodVisitor {
  private static final int BYTES = 6;

  private final MessageDigest digest = sha256();
  private final Map<Label, Integer> labels = new IdentityHashMap<>();

  private Fingerprint() {
    super(OpenedClassReader.ASM_API);
  }

  /**
   * Of one method.
   *
   * @throws Refusal where the class has not exactly one method of that name
   */
  static String of(byte[] classFile, String method) {
    Fingerprint fingerprint = new Fingerprint();
    int[] found = new int[1];
    ClassVisitor visitor =
        new ClassVisitor(OpenedClassReader.ASM_API) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            if (!name.equals(method)) {
              return null;
            }
            found[0]++;
            // Public or not, synchronized and static or not.
            fingerprint.add((access & ~Opcodes.ACC_DEPRECATED) + " " + descriptor);
            return fingerprint;
          }
        };
    OpenedClassReader.of(classFile)
        .accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    if (found[0] != 1) {
      throw new Refusal("found " + found[0] + " methods " + method + ", expected one");
    }
    StringBuilder hex = new StringBuilder();
    byte[] all = fingerprint.digest.digest();
    for (int i = 0; i < BYTES; i++) {
      hex.append(String.format("%02x", all[i]));
    }
    return hex.toString();
  }

  @Override
  public void visitInsn(int opcode) {
    add("" + opcode);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    add(opcode + " " + operand);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    add(opcode + " " + variable);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    add(opcode + " " + type);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    add(opcode + " " + owner + " " + name + " " + descriptor);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    add(opcode + " " + owner + " " + name + " " + descriptor + " " + isInterface);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    add(name + " " + descriptor + " " + bootstrap);
    for (Object argument : arguments) {
      add(argument.toString());
    }
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    add(opcode + " to " + number(label));
  }

  @Override
  public void visitLabel(Label label) {
    add("at " + number(label));
  }

  @Override
  public void visitLdcInsn(Object value) {
    add("constant " + value);
  }

  @Override
  public void visitIincInsn(int variable, int increment) {
    add(variable + " by " + increment);
  }

  @Override
  public void visitTableSwitchInsn(int low, int high, Label otherwise, Label... cases) {
    add("switch " + low + " " + high + " " + number(otherwise));
    for (Label each : cases) {
      add("case " + number(each));
    }
  }

  @Override
  public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] cases) {
    add("switch " + number(otherwise));
    for (int i = 0; i < keys.length; i++) {
      add("case " + keys[i] + " " + number(cases[i]));
    }
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    add(descriptor + " " + dimensions);
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    add("try " + number(start) + " " + number(end) + " " + number(handler) + " " + type);
  }

  private int number(Label label) {
    return labels.computeIfAbsent(label, first -> labels.size());
  }

  private void add(String line) {
    digest.update((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new Refusal("this JVM has no SHA-256", e);
    }
  }
}
