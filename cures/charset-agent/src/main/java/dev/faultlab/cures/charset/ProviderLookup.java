package dev.faultlab.cures.charset;

import static net.bytebuddy.matcher.ElementMatchers.named;

import dev.faultlab.cures.agent.Change;
import java.nio.charset.Charset;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;

/**
 * {@code Charset.lookupViaProviders}: where every name ends up that neither the JDK's own charsets
 * nor its cache of two names answer, and where the class path is searched for providers each time.
 */
final class ProviderLookup implements Change {
  @Override
  public String className() {
    return Charset.class.getName();
  }

  @Override
  public String method() {
    return "lookupViaProviders";
  }

  @Override
  public boolean knows(String fingerprint) {
    switch (fingerprint) {
      case "51c131e6cac0": // JDK 8
      case "1e5d27e733ad": // JDK 11 and 17
      case "81888b7306c0": // JDK 21
      case "5fb81b50fc69": // JDK 25
      case "ffe08a3c288d": // JDK 26 to 28
        return true;
      default:
        return false;
    }
  }

  @Override
  public DynamicType.Builder<?> apply(
      DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator) {
    return builder.visit(Advice.to(Remember.class, locator).on(named(method())));
  }

  /** Byte Buddy copies these lines into the method; this class itself is never loaded by it. */
  static final class Remember {
    private Remember() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static Charset enter(@Advice.Argument(0) String name) {
      return Charsets.known(name);
    }

    // Not onThrowable: what a provider throws is the caller's, and nothing was found.
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) String name,
        @Advice.Enter Charset known,
        @Advice.Return(readOnly = false) Charset found) {
      if (known != null) {
        found = known;
      } else if (found != null) {
        Charsets.keep(name, found);
      }
    }
  }
}
