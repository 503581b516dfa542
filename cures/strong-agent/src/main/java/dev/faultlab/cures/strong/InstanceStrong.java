package dev.faultlab.cures.strong;

import static net.bytebuddy.matcher.ElementMatchers.named;

import dev.faultlab.cures.agent.Change;
import java.security.SecureRandom;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;

/** {@code SecureRandom.getInstanceStrong}: the agent's generator, or what the JDK would give. */
final class InstanceStrong implements Change {

  @Override
  public String className() {
    return SecureRandom.class.getName();
  }

  @Override
  public String method() {
    return "getInstanceStrong";
  }

  @Override
  public boolean knows(String fingerprint) {
    switch (fingerprint) {
      case "934583d1417a": // JDK 11 and 17
      case "d2e8bd0a452e": // JDK 21
      case "9b0ecc628ea1": // JDK 25 to 28
        return true;
      default:
        return false;
    }
  }

  @Override
  public DynamicType.Builder<?> apply(
      DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator) {
    return builder.visit(Advice.to(Replace.class, locator).on(named(method())));
  }

  /** Byte Buddy copies these lines into the method; this class itself is never loaded by it. */
  static final class Replace {
    private Replace() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static SecureRandom enter() {
      return Strong.instance();
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Enter SecureRandom replaced, @Advice.Return(readOnly = false) SecureRandom given) {
      if (replaced != null) {
        given = replaced;
      }
    }
  }
}
