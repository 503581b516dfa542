package dev.faultlab.cures.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/**
 * Makes one change to one class and lets every other class pass untouched. It stays in place, so
 * that the change outlives what other agents do to the class later; where it does not, because what
 * they make of the method is not known, it says so.
 */
final class Rewriting implements ClassFileTransformer {
  private final Change change;
  private final Outcome outcome;
  private final String internalName;
  private volatile boolean applied;
  private volatile Throwable failure;

  /**
   * @param outcome is told when the change is lost after it was made, and when it is back
   */
  Rewriting(Change change, Outcome outcome) {
    this.change = change;
    this.outcome = outcome;
    this.internalName = change.className().replace('.', '/');
  }

  /**
   * @throws Refusal where the class could not be rewritten; the JVM swallows what a transformer
   *     throws
   */
  void requireApplied() {
    if (failure instanceof Refusal) {
      throw (Refusal) failure;
    }
    if (!applied) {
      throw new Refusal("cannot change " + change.className(), failure);
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (loader != null || !internalName.equals(name)) {
      return null;
    }
    byte[] rewritten;
    try {
      rewritten = rewrite(change, classFile);
    } catch (Throwable t) {
      failure = t;
      if (applied) {
        String reason = t instanceof Refusal ? t.getMessage() : t.toString();
        outcome.lost(method(change), "the class was transformed once more, and " + reason);
      }
      return null;
    }
    applied = true;
    outcome.made(method(change));
    return rewritten;
  }

  /**
   * The class file with the change.
   *
   * @throws Refusal where the method is not one that is known
   */
  static byte[] rewrite(Change change, byte[] classFile) {
    String fingerprint = Fingerprint.of(classFile, change.method());
    if (!change.knows(fingerprint)) {
      throw new Refusal(
          method(change)
              + " is not known (fingerprint "
              + fingerprint
              + "); either this JDK was not tested, or another agent changed the method before");
    }
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(change.className(), classFile),
            ClassFileLocator.ForClassLoader.of(Rewriting.class.getClassLoader()),
            ClassFileLocator.ForClassLoader.ofSystemLoader());
    TypeDescription type = TypePool.Default.of(locator).describe(change.className()).resolve();
    return change.apply(new ByteBuddy().decorate(type, locator), type, locator).make().getBytes();
  }

  private static String method(Change change) {
    return change.className() + "." + change.method();
  }
}
