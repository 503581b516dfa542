package dev.faultlab.cures.inetaddress;

import static net.bytebuddy.matcher.ElementMatchers.named;

import dev.faultlab.cures.agent.Change;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.pool.TypePool;

/**
 * {@code InetAddress$NameServiceAddresses.get}: which lock it takes. All else in it stays the JDK's
 * own, so addresses are kept as long as before and failures are remembered as before.
 */
final class LookupLock implements Change {
  @Override
  public String className() {
    return "java.net.InetAddress$NameServiceAddresses";
  }

  @Override
  public String method() {
    return "get";
  }

  @Override
  public boolean knows(String fingerprint) {
    switch (fingerprint) {
      case "619f7f3f4d28": // JDK 8
      case "f531b139255e": // JDK 11 and 17
      case "81acd7454c08": // JDK 21
      case "2007403f186e": // JDK 25 to 28
        return true;
      default:
        return false;
    }
  }

  @Override
  public DynamicType.Builder<?> apply(
      DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator) {
    return builder.visit(
        new AsmVisitorWrapper.ForDeclaredMethods()
            .writerFlags(ClassWriter.COMPUTE_MAXS)
            .method(named(method()), new Replacement()));
  }

  private static final class Replacement
      implements AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper {
    @Override
    public MethodVisitor wrap(
        TypeDescription type,
        MethodDescription method,
        MethodVisitor visitor,
        Implementation.Context context,
        TypePool pool,
        int writerFlags,
        int readerFlags) {
      return new LockReplacing(visitor);
    }
  }
}
