package dev.faultlab.depth;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Optional;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;

/**
 * Puts {@link GetAdvice} into one method of one class and lets every other class pass untouched.
 *
 * <p>It is in place only while the agent starts (the agent loads the class itself, then removes the
 * transformer), so no class load of the program ever goes through it.
 */
final class GetTransformer implements ClassFileTransformer {
  private final String className;
  private final String methodName;
  private volatile boolean applied;
  private volatile Throwable failure;

  GetTransformer(String className, String methodName) {
    this.className = className;
    this.methodName = methodName;
  }

  boolean applied() {
    return applied;
  }

  /** Why the class could not be rewritten; the JVM swallows what a transformer throws. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String internalName,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (internalName == null || !internalName.equals(className.replace('.', '/'))) {
      return null;
    }
    try {
      byte[] rewritten = rewrite(classFile);
      applied = true;
      return rewritten;
    } catch (Throwable t) {
      failure = t;
      return null;
    }
  }

  byte[] rewrite(byte[] classFile) {
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(className, classFile),
            ClassFileLocator.ForClassLoader.ofSystemLoader());
    TypeDescription type = TypePool.Default.of(locator).describe(className).resolve();
    ElementMatcher.Junction<MethodDescription> method =
        named(methodName).and(takesNoArguments()).and(not(isAbstract()));
    int found = type.getDeclaredMethods().filter(method).size();
    if (found != 1) {
      throw new IllegalStateException(
          className + " has " + found + " methods " + methodName + "() where 1 is expected");
    }
    return new ByteBuddy()
        .decorate(type, locator)
        .visit(Advice.to(GetAdvice.class, locator).on(method))
        .make()
        .getBytes();
  }
}
