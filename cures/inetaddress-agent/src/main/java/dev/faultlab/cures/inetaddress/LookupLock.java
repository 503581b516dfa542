package dev.faultlab.cures.inetaddress;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import dev.faultlab.cures.agent.Change;
import dev.faultlab.cures.agent.Refusal;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;

/**
 * {@code InetAddress$NameServiceAddresses.get}: which lock it takes. All else in it stays the JDK's
 * own, so addresses are kept as long as before and failures are remembered as before.
 */
final class LookupLock implements Change {
  private static final String METHOD = "get";

  @Override
  public String className() {
    return "java.net.InetAddress$NameServiceAddresses";
  }

  @Override
  public DynamicType.Builder<?> apply(
      DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator) {
    ElementMatcher.Junction<MethodDescription> method = named(METHOD).and(takesNoArguments());
    if (type.getDeclaredMethods().filter(method).size() != 1) {
      throw new Refusal(className() + " has no " + METHOD + "()");
    }
    return builder.visit(
        new AsmVisitorWrapper.ForDeclaredMethods()
            .writerFlags(ClassWriter.COMPUTE_MAXS)
            .method(method, new Replacement()));
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
