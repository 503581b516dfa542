package dev.faultlab.cures.inetaddress;

import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import dev.faultlab.cures.agent.Change;
import dev.faultlab.cures.agent.Refusal;
import java.net.InetAddress;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;

/** {@code InetAddress.getAddressesFromNameService}: a look-up, or the answer of somebody else's. */
final class NameServiceCall implements Change {
  private static final String METHOD = "getAddressesFromNameService";

  @Override
  public String className() {
    return InetAddress.class.getName();
  }

  @Override
  public DynamicType.Builder<?> apply(
      DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator) {
    ElementMatcher.Junction<MethodDescription> method =
        named(METHOD)
            .and(isStatic())
            .and(takesArgument(0, String.class))
            .and(returns(InetAddress[].class));
    MethodList<?> found = type.getDeclaredMethods().filter(method);
    if (found.size() != 1) {
      throw new Refusal(className() + " has no " + METHOD + "(String, ...)");
    }
    // Up to JDK 17 or so the caller says which address it wants first.
    int parameters = found.getOnly().getParameters().size();
    if (parameters > 2
        || parameters == 2
            && !found
                .getOnly()
                .getParameters()
                .get(1)
                .getType()
                .asErasure()
                .represents(InetAddress.class)) {
      throw new Refusal(METHOD + " asks for more than a name");
    }
    Class<?> advice = parameters == 2 ? MergeUnlessAsked.class : Merge.class;
    return builder.visit(Advice.to(advice, locator).on(method));
  }

  /** Byte Buddy copies these lines into the method; this class itself is never loaded by it. */
  static final class Merge {
    private Merge() {}

    @Advice.OnMethodEnter(skipOn = Answer.class)
    static Object enter(@Advice.Argument(0) String host) {
      return Lookups.enter(host, null);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter Object turn,
        @Advice.Return(readOnly = false) InetAddress[] addresses,
        @Advice.Thrown(readOnly = false) Throwable thrown) {
      if (turn instanceof Answer) {
        addresses = ((Answer) turn).addresses();
        thrown = ((Answer) turn).failure();
      } else {
        Lookups.leave(turn, addresses, thrown);
      }
    }
  }

  /** The same where a second argument says which address the caller wants first. */
  static final class MergeUnlessAsked {
    private MergeUnlessAsked() {}

    @Advice.OnMethodEnter(skipOn = Answer.class)
    static Object enter(@Advice.Argument(0) String host, @Advice.Argument(1) InetAddress asked) {
      return Lookups.enter(host, asked);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter Object turn,
        @Advice.Return(readOnly = false) InetAddress[] addresses,
        @Advice.Thrown(readOnly = false) Throwable thrown) {
      if (turn instanceof Answer) {
        addresses = ((Answer) turn).addresses();
        thrown = ((Answer) turn).failure();
      } else {
        Lookups.leave(turn, addresses, thrown);
      }
    }
  }
}
