package dev.faultlab.cures.charset;

import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.faultlab.cures.agent.Change;
import dev.faultlab.cures.agent.Refusal;
import java.nio.charset.Charset;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * {@code Charset.lookupViaProviders}: where every name ends up that neither the JDK's own charsets
 * nor its cache of two names answer, and where the class path is searched for providers each time.
 */
final class ProviderLookup implements Change {
  private static final String METHOD = "lookupViaProviders";

  @Override
  public String className() {
    return Charset.class.getName();
  }

  @Override
  public DynamicType.Builder<?> apply(
      DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator) {
    ElementMatcher.Junction<MethodDescription> method =
        named(METHOD)
            .and(isStatic())
            .and(takesArguments(String.class))
            .and(returns(named(Charset.class.getName())));
    if (type.getDeclaredMethods().filter(method).size() != 1) {
      throw new Refusal(className() + " has no " + METHOD + "(String)");
    }
    return builder.visit(Advice.to(Remember.class, locator).on(method));
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
